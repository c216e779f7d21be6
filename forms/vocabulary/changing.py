"""Words of what a form changes, or is for when it is no search: by topic, in many languages.

A topic's words are those of labels, and of names and addresses too: `login` is on the button and in the URL. Verbs that
change something always count; a noun beside a word of searching ("search comments") is what is searched.
"""

from dataclasses import dataclass

from recorder.forms.vocabulary.words import Words


@dataclass(frozen=True)
class Topic:
    """`kind` names such a form; `does` says in the third person what it does."""

    kind: str
    does: str
    words: Words
    acts: bool = True
    """Whether the words are verbs: a search for what they name is still no search."""


TOPICS = (
    Topic(
        "log-out",
        "logs out",
        Words(
            """
            logout, logoff, log out, log off, signout, sign out, abmelden, ausloggen, deconnexion, deconnecter
            cerrar sesion, sair, esci, uitloggen, afmelden, wyloguj*, выход, выйти, odhlasit, logga ut, log ud
            logg ut, cikis, kijelentkez*, ログアウト, 退出, 登出, 注销, 로그아웃, تسجيل الخروج
            """
        ),
    ),
    Topic(
        "unsubscription",
        "cancels a subscription",
        Words(
            "unsubscri*, opt out, optout, abbestellen, desabonn*, desinscri*, darse de baja, отписат*, 退订, 配信停止"
        ),
    ),
    Topic(
        "password recovery",
        "recovers a password",
        Words(
            """
            reset password, password reset, forgot*, lost password, lostpassword, recover*, passwd, password*
            *password*, passwort*, kennwort, mot de passe, motdepasse, contrasena, contrasenha, senha
            wachtwoord, haslo, hasla, парол*, heslo, losenord, adgangskode, passord, salasana, jelszo, sifre
            parola, パスワード, 密码, 密碼, 비밀번호, كلمة المرور, סיסמה, mat khau
            """
        ),
    ),
    Topic(
        "registration",
        "signs up",
        Words(
            """
            register, registration, registrat*, signup, sign up, sign me up, create account, create an account
            join now, join, join us, enroll*, get started, start trial, free trial, try it free, become a member
            new user, new account, registrier*, inscription, inscrire, inscrivez*, sinscrire, creer un compte
            inscrib*, crear cuenta, registrar*, registra*, cadastr*, criar conta, inscreva*, iscriv*, iscrizione
            registrati, registreer, registreren, rejestr*, zarejestruj*, регистр*, зарегистр*, реєстр*
            зареєстр*, регистрир*, registrac*, registrovat, registrera, bli medlem, rekisteroidy, regisztr*
            kayit, kaydol, uye ol, uyelik, inregistr*, 登録, 新規登録, 注册, 註冊, 회원가입, 가입, تسجيل, הרשמה
            הירשם, dang ky, daftar, registruotis, 会員登録, create your
            """,
            apart="registration number, registration year, registration date, تسجيل الدخول, registered trademark*",
        ),
    ),
    Topic(
        "log-in",
        "logs in",
        Words(
            """
            login, log in, logon, log on, signin, sign in, authenticat*, authoriz*, *login, login*, anmeld*
            einlogg*, connexion, se connecter, connectez*, connecter, identifi*, iniciar sesion, inicia sesion
            acceder, ingresar, entrar, iniciar sessao, acessar, accedi, accesso, inlog*, aanmeld*, zalog*
            logowan*, вход, войти, авториз*, логин, увійти, вхід, влез, prihlas*, prihlasit, prihlaseni
            logga in, log ind, logg inn, kirjaudu, bejelentkez*, belepes, belep, giris, autentific*, conectare
            εισοδος, συνδεση, ログイン, サインイン, 登录, 登入, 登陆, 登錄, 로그인, تسجيل الدخول, دخول, התחבר
            כניסה, dang nhap, masuk, prisijung*, remember me, stay signed in
            """,
            apart="logged in, logging*",
        ),
    ),
    Topic(
        "subscription",
        "subscribes to something",
        Words(
            """
            subscri*, newsletter*, *newsletter*, mailing list, mailinglist*, mailchimp, notify me
            keep me posted, email updates, email alerts, stay informed, stay in touch, stay connected, abonnier*
            abonn*, sabonner, suscri*, assinar, assine, assinatura, iscriviti, nieuwsbrief, boletin, subskry*
            подпис*, рассылк*, розсилк*, odber, odebirat, odberu, prenumerer*, nyhetsbrev, nyhedsbrev
            uutiskirje, hirlevel, feliratkoz*, abone, bulten, 購読, メルマガ, メールマガジン, 订阅, 訂閱, 구독
            اشترا, النشرة, naujienlaisk*, feedburner, follow by
            """,
            apart="subscription search",
        ),
        acts=True,
    ),
    Topic(
        "order",
        "orders something",
        Words(
            """
            add to cart, add to basket, add to bag, addtocart, add cart, cart add, addcart, to cart, basket
            cart, shopping bag, checkout, buy, buy now, purchas*, order now, place order, order, orders
            bestell*, kaufen, jetzt kaufen, warenkorb, ajouter au panier, panier, acheter, achat, commander
            comprar, carrito, cesta, carrinho, aggiungi al carrello, carrello, acquista, ordina, winkelwagen
            winkelmand, bestel*, koop, koszyk*, do koszyka, kup, kup teraz, zamow*, купит*, корзин*, заказ*
            купи, кошик*, замовит*, kosik*, koupit, objedn*, varukorg, kundvagn, kop, kurv, kob, handlekurv
            satin al, sepet*, siparis*, カート, 購入, 買い物, 注文, 购物车, 購物車, 购买, 購買, 下单, 장바구니
            구매, 주문, شراء, سلة, kosar, kosarba, vasarl*, ostoskori, osta, in den korb, wishlist, add to wish*
            compare products, gia hang, mua, krepsel*
            """,
            apart="""
            order by, orderby, sort order, sorting order, order asc, order desc, in order, ordina per
            check in checkout, checkout date, order results, buy or rent, buy rent, order number
            """,
        ),
        acts=False,
    ),
    Topic(
        "payment",
        "pays or donates",
        Words(
            """
            pay, pay now, payment, paypal, donat*, spenden, spende, zahlen, bezahl*, zahlung, payer, paiement
            faire un don, pagar, pago, pagamento, paga, doar, donar, dona, betaal*, betalen, zaplac*, platnos*
            оплат*, платеж*, zaplatit, betala, betal, odeme, 支払, 決済, 支付, 付款, 결제, 후원, دفع, תשלום
            credit card, creditcard, kreditkarte, billing, top up, recharge, withdraw, deposit, transfer money
            """
        ),
        acts=False,
    ),
    Topic(
        "booking",
        "books something",
        Words(
            """
            book now, book, book online, reserve, reserve now, make a reservation, reserver, reservar
            reservieren, buchen, jetzt buchen, prenota*, boek nu, boeken, rezerwuj, zarezerwuj, заброни*
            брониров*, boka, rezervovat, rezervasyon yap, 予約する, 预订, 預訂, 예약하기, احجز
            request appointment, termin vereinbaren
            """
        ),
        acts=False,
    ),
    Topic(
        "vote",
        "votes or answers a poll",
        Words(
            """
            vote, votes, voting, poll, polls, survey, like, upvote, downvote, rate this, rate it, thumbs up
            abstimm*, umfrage, voter, sondage, votar, encuesta, enquete, vota, sondaggio, stem, glosuj, ankieta
            голосов*, проголосов*, опрос, hlasovat, anketa, rosta, szavaz*, oy ver, anket, 投票, 点赞, 투표
            تصويت, quiz
            """,
            apart="polling station",
        ),
        acts=False,
    ),
    Topic(
        "comment",
        "publishes what is written",
        Words(
            """
            comment, comments, comentario*, commentaire*, commenta, reply, post, post comment, leave a, write a
            new topic, new thread, newreply, newthread, publish, publishes, review, reviews, rating, kommentar*
            kommentier*, antworten, veroffentlichen, gastebuch*, guestbook, testimonial*, repondre, publier
            comentar, responder, publicar, rispondi, pubblica, reactie, reageer, komentar*, koment*, odpowiedz
            opublikuj, коммент*, комент*, отзыв*, відгук*, ответит*, опублик*, kommentoi, hozzaszol*, yorum*
            gonderi, コメント, 投稿, 返信, 评论, 評論, 回复, 發表, 发表, 发布, 留言, 댓글, 게시, تعليق, shoutbox
            shout, tweet, chat
            """,
            apart="""
            post code, post type, posttype, post office, post tag, post category, blog post*, post id, posts per page
            """,
        ),
        acts=False,
    ),
    Topic(
        "contact",
        "sends a message",
        Words(
            """
            contact, contactus, contactform, contact us, message, feedback, enquir*, inquir*, get in touch
            ask a question, ask us, request a quote, request info*, request a, free quote, get a quote, kontakt*
            nachricht, anfrage, contactez*, contacter, message, contacto, contato, contactar, mensaje, mensagem
            contatt*, messaggio, bericht, wiadomosc, связат*, обратная связь, сообщени*, обратн*звон*, заявк*
            zprava, meddelande, iletisim, mesaj, お問い合わせ, 問い合わせ, 联系, 聯絡, 문의, اتصل
            send to a friend, tell a friend, email this, recommend*, weiterempf*, share this, invite*
            report abuse, report this, callback, call me
            """,
            apart="contact search, message board*, reporting*",
        ),
        acts=False,
    ),
    Topic(
        "deletion",
        "deletes something",
        Words(
            """
            delete, deletes, del, flush, wipe, clear cache, clear all, empty cart, drop table, truncate, kill
            remove, removes, erase, destroy, trash, purge, losch*, entfern*, supprim*, effacer, eliminar, borrar
            excluir, apagar, remover, elimina, cancella, rimuovi, verwijder*, usun, usuwa*, удал*, видал*, smaz*
            odstran*, ta bort, radera, slet, slett, fjern, poista, torol*, torles, sil, sterge, 削除, 删除, 刪除
            삭제, حذف, מחק
            """
        ),
    ),
    Topic(
        "upload",
        "uploads something",
        Words(
            """
            upload*, attach file, import, hochlad*, importier*, televers*, subir archivo, cargar archivo
            enviar arquivo, carica file, uploaden, wgraj, nahrat, ladda upp, yukle, загрузит*, アップロード
            上传, 上傳, 업로드, رفع
            """,
            apart="upload date, upload*ed, import duty",
        ),
    ),
    Topic(
        "editing",
        "saves or changes something",
        Words(
            """
            save, saves, edit, edits, update, modify, change, rename, create, add, insert, approve, reject
            confirm, activate, enable, disable, install, uninstall, execute, restart, shutdown, reboot, ban
            block user, unblock, merge, revert, rollback, restore, undo, follow, unfollow, watch this, claim
            apply now, apply for, accept, agree, i agree, replace, move, copy, sync, start game, play now
            settings, preferences, profile, new ticket, newticket, toggle, mark as, mark all, mark forums
            set language, set currency, set theme, set preference*, account, my account, configure, speicher*
            bearbeit*, andern, anderungen, hinzufug*, erstell*, anlegen, bestatig*, zustimm*, enregistrer
            modifier, ajouter, creer, confirmer, accepter, guardar, editar, modificar, anadir, agregar, crear
            confirmar, aceptar, salvar, alterar, adicionar, criar, atualizar, aceitar, salva, modifica, aggiungi
            crea, conferma, accetta, opslaan, bewerk*, wijzig*, toevoeg*, aanmaken, bevestig*, zapisz, edytuj
            zmien, dodaj, utworz, potwierdz, сохран*, редакт*, измен*, добав*, созда*, подтверд*, зберег*
            додати, ulozit, upravit, pridat, vytvorit, potvrdit, spara, redigera, andra, lagg till, skapa
            godkann, gem, rediger, tilfoj, tallenna, muokkaa, lisaa, ment, szerkeszt*, hozzaad*, kaydet, duzenle
            ekle, guncelle, degistir, onayla, salveaza, 保存, 編集, 変更, 追加, 更新, 作成, 编辑, 編輯, 修改
            添加, 新增, 创建, 建立, 저장, 수정, 추가, 등록, حفظ, تعديل, إضافة, اضافة, שמור, עדכן, advertise
            post ad, sell now
            """,
            apart="""
            edit submit, edit search, edit keys, add to search, update results, update search, update list
            change view, create date, add filter, change date*, last update*, update date,  change search
            modify search, edit search, confirm search, add another, add row, play store, new and used
            """,
        ),
    ),
)
