"""Words of what forms ask people for: who they are, how to reach them, how they prove it, how much they want."""

from recorder.forms.vocabulary.words import Words

SENDING = Words(
    """
        send, send it, senden, abschicken, absenden, envoyer, enviar, envia, invia, inviare, verzend*, verstuur
        wyslij, отправ*, надіслат*, odesl*, odoslat, skicka, laheta, elkuld*, kuldes, gonder, trimite, 送信
        送出, 发送, 發送, 보내기, 전송, إرسال, ارسال, שלח, gui, siusti
    """
)
"""What the button of a letter says, and in many languages that of any form."""

PERSONAL = Words(
    """
        first name, firstname, fname, last name, lastname, lname, surname, full name, fullname, your name
        vorname, nachname, prenom, nombre y apellido*, apellido*, sobrenome, cognome, voornaam, achternaam, imie
        nazwisko, фамили*, имя, prijmeni, fornamn, efternamn, soyad*, 氏名, お名前, 姓名, 이름, phone, phone*
        telephone, telefon*, telefono, telefone, mobile, mobil, handy, tel, телефон*, 電話, 电话, 電話番号, 전화
        الهاتف, address, adresse, street, strasse, direccion, endereco, indirizzo, адрес, company, firma
        birthday, birthdate, dob, gender, ssn, passport, iban
    """,
    apart="email address, ip address, web address, address bar",
)
"""What somebody is asked who is to be written to, billed or counted."""

EMAIL = Words(
    """
        email*, e mail*, *email, mail, mails, mailaddress, courriel, correo, correo electronico, почта, почту
        эл почта, пошта, imeil, メール, 邮箱, 邮件, 信箱, 電子郵件, 이메일, البريد, דואל, sahkoposti, e pasts
        epost, e post, emailadres, eposta, e posta, el pastas
    """,
    apart="mail order, email format, mail archive*, mail list archive*",
)

USERNAME = Words(
    """
        username*, user name, userid, user id, user login, usr, uname, login, benutzername, benutzer
        nom dutilisateur, utilisateur, nom utilisateur, identifiant, usuario, nombre de usuario, utilizador
        nome utente, utente, gebruikersnaam, uzytkownik*, nazwa uzytkownika, логин, имя пользователя, uzivatel*
        uzivatelske jmeno, anvandarnamn, brugernavn, brukernavn, kayttajatunnus, felhasznalonev, kullanici*
        utilizator, ユーザー名, 用户名, 用戶名, 帐号, 账号, 帳號, 아이디, اسم المستخدم
    """
)

QUANTITY = Words("""
    quantity, qty, menge, anzahl stuck, quantite, cantidad, quantidade, quantita, aantal, ilosc, количество
    mnozstvi, adet, 数量, 수량
""")

CODE = Words(
    """
        cc number, card number, cardnumber, ccnumber, cvv, cvc, cvv2, expiry, iban, coupon, promo code
        promocode, voucher, gutschein*, discount code, otp, one time code, verification code, pin code
        invite code, license key, licence key, serial, captcha*, securitycode, security code, recaptcha*
        g recaptcha*, honeypot, sicherheitscode, код с картинки, проверочный код
    """
)
"""Proof that somebody is who they say, may pay, or is no program."""

TOKENS = Words("""
    csrf*, *csrf*, xsrf, nonce, wpnonce, authenticity token, requestverificationtoken, form token, formtoken
    form key, token, sid
""")
"""Names of the values that guard a form against being sent from elsewhere."""
