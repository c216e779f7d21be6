"""Words that say how other words belong together: articles, pronouns, prepositions, conjunctions, auxiliaries.

They are no search terms: a site answers them with everything or with nothing. The lists were written for this project
from the closed classes of each language's grammar, so they carry its licence (MIT) and no other; they are short on
purpose. What they miss, in these languages and in all others, `forms.terms` tells by its being on most pages of a site.
"""

_BY_LANGUAGE = {
    "english": """
        a about above across after again against all almost along already also although always am among an and
        another any anyone anything are aren around as at away be because been before being below between both but by
        can cannot could couldn did didn do does doesn doing don done down during each either else enough etc even
        ever every everyone everything few for from further get gets got had hadn has hasn have haven having he her
        here hers herself him himself his how however i if in into is isn it its itself just least less let ll many
        may me might mine more most much must my myself neither never next no nobody none nor not nothing now of off
        often on once one only onto or other others ought our ours ourselves out over own per perhaps quite rather re
        really same several shall she should shouldn since so some someone something still such than that the their
        theirs them themselves then there therefore these they this those though through thus to together too toward
        towards under until up upon us very via was wasn we were weren what whatever when where whether which while
        who whole whom whose why will with within without won would wouldn yes yet you your yours yourself ve""",
    "german": """
        aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes auch auf aus bei beim
        bereits bin bis bist bitte da dabei dadurch dafür dagegen daher damit danach dann daran darauf daraus darf
        darin darüber das dass davon dazu dein deine dem den denen denn der deren des dessen dich die dies diese
        diesem diesen dieser dieses dir doch dort du durch dürfen ein eine einem einen einer eines einige einigen er
        es etwa etwas euch euer eure für gegen gibt hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen
        ihr ihre ihrem ihren ihrer im immer in ins ist ja jede jedem jeden jeder jedes jedoch jene jener jetzt kann
        kein keine keinem keinen keiner können könnte man mehr mein meine mich mir mit müssen muss nach neben nicht
        nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit selbst sich sie sind so
        solche sollen sollte sondern sonst sowie über um und uns unser unsere unter vom von vor wann war waren warum
        was weil weiter welche welchem welchen welcher welches wenn wer werden wie wieder will wir wird wo wohl
        wollen worden wurde wurden würde würden während zu zum zur zwar zwischen""",
    "french": """
        afin ai ainsi alors après as au aucun aucune aussi autre autres aux avait avant avec avez avoir avons ayant
        beaucoup bien car ce ceci cela celle celles celui cent ces cet cette ceux chaque chez ci comme comment contre
        dans de depuis des donc dont du elle elles en encore entre es est et étaient était été être eu eux fait fois
        furent fut hors ici il ils je jusqu la là laquelle le lequel les lesquels leur leurs lors lorsque lui ma mais
        me même mêmes mes moi moins mon ne ni nos notre nous on ont ou où par parce parmi pas pendant peu peut
        peuvent plus plusieurs plutôt pour pourquoi puis puisque qu quand que quel quelle quelles quelque quelques
        quels qui quoi sa sans se selon sera seront ses si sien sinon soi soit son sont sous sur ta tandis te tel
        telle tels tes toi ton toujours tous tout toute toutes très trop tu un une vers voici voilà vos votre vous""",
    "spanish": """
        a además al algo alguna algunas alguno algunos allí ante antes aquel aquella aquellos aquí así aún aunque
        bajo bien cada casi como cómo con contra cual cuál cuales cualquier cuando cuándo cuanto cuya cuyo de del
        desde después donde dónde durante e el él ella ellas ello ellos en entonces entre era eran eres es esa esas
        ese eso esos está están esta estaba estado estar estas este esto estos fue fueron ha había han has hasta hay
        he la las le les lo los más me mediante menos mi mí mientras mis mismo mucho muchos muy nada ni ningún
        ninguna no nos nosotros nuestra nuestro nuestros nunca o os otra otras otro otros para pero poco por porque
        puede pueden pues que qué quien quién quienes se sea según ser si sí sido siempre sin sino sobre sois somos
        son soy su sus suyo también tampoco tan tanto te tiene tienen toda todas todavía todo todos tras tu tú tus
        tuvo u un una unas uno unos usted ustedes vosotros y ya yo""",
    "portuguese": """
        a à ainda além algum alguma alguns ao aos apenas após aquela aquele aqueles aqui as às assim até cada com
        como contra cujo da das de dela dele deles depois desde dessa desse desta deste disso do dos durante e é ela
        elas ele eles em enquanto entre era eram essa essas esse esses esta está estão estas estava este estes eu foi
        foram há isso isto já lá lhe lhes logo mais mas me mesma mesmo meu meus minha muito muitos na não nas nem
        nenhum nessa nesse nesta neste ninguém no nos nós nossa nosso num numa nunca o onde os ou outra outras outro
        outros para pela pelas pelo pelos per pode podem por porém porque pouco pra qual quais quando quanto que quem
        se seja sem sempre sendo ser será seu seus si sido só sob sobre somos sou sua suas também tão te tem têm ter
        teu todo toda todas todos tu tua tudo um uma umas uns você vocês""",
    "italian": """
        a abbiamo ad agli ai al alcuni alcune alla alle allo allora altre altri altro anche ancora avere aveva
        avevano ben c che chi ci ciò cioè coi col come con contro così cui da dagli dai dal dalla dalle dallo davanti
        degli dei del della delle dello dentro di dopo dove durante e è ed egli era erano essa esse essere essi esso
        fa fino fra fu furono già gli ha hai hanno ho i il in infatti io l la le lei li lo loro lui ma me mentre mi
        mia mie miei mio molti molto ne né negli nei nel nella nelle nello no noi non nostra nostro o od ogni oltre
        ora per perché però più poco poi possono prima pro può qual quale quali qualche quando quanto quasi quel
        quella quelle quelli quello questa queste questi questo qui quindi sarà se sé sei senza si sia siamo siano
        sono sopra sotto sta stata stato su sua sue sugli sui sul sulla sulle suo suoi tale te ti tra tu tua tuo
        tutta tutte tutti tutto un una uno vi voi vostra vostro""",
    "dutch": """
        aan al alle alles als altijd ander andere ben bent bij binnen dan dat de deze die dit doch doen door dus een
        eens elk elke en enkele er ge geen geweest haar had hadden hebben heeft hem het hier hij hoe hun iemand iets
        ik in is ja je jij jou jouw jullie kan kon kunnen maar me meer meest men met mij mijn moet moeten na naar
        niet niets nog nooit nu of om omdat onder ons onze ook op over reeds sinds steeds te tegen ten tegenover ter
        terwijl toch toen tot tussen uit uw van vanaf veel via volgens voor vooral waar waarom wanneer waren was wat
        we wel welke werd werden wie wij wil worden wordt zal ze zelf zich zij zijn zo zoals zonder zou zouden zowel
        zulke""",
    "swedish": """
        aldrig all alla allt alltså att av bara bland blev bli blir bort bra båda de dem den denna deras dess dessa
        det detta dig din dina ditt du där då efter ej eller en endast er era ett från för före genom ha hade han har
        hela hennes henne här hon honom hos hur i icke igen in inför ingen inget innan inom inte ja jag kan kunde
        kunna man med mellan men mer mest mig min mina mitt mot mycket ni något några någon nej nu när och också om
        oss på sedan sig sin sina sitt ska skall skulle som så sådan sådana samma samt till under upp ur ut utan vad
        var vara varför varit varje vars vem vi vid vilka vilken vilket vill vår våra vårt än är även över""",
    "danish": """
        af aldrig alle alt altid anden andet andre at bare begge blandt blev blive bliver da de dem den denne dens
        der deres det dette dig din dine disse dit dog du efter eller en end endnu enten er et for fordi fra få før
        gennem gør ham han hans har havde have hej hele hen hende hendes her hos hun hvad hver hvem hvilke hvilken
        hvis hvor hvordan hvorfor i igen ikke ind ingen intet ja jeg jer jeres kan kun kunne lige man mange med meget
        mellem men mens mere mig min mine mit mod må ned nej nogen noget nogle nok nu når og også om op os over på
        samme samt selv ser sig sin sine sit sige skal skulle som så sådan til ud uden under vi vil ville vor var
        være været""",
    "norwegian": """
        av begge ble bli blir da de deg dem den denne dere deres det dette di din disse ditt du eg ein eit ei eller
        en enn er et etter flere for fordi fra før gjennom ha hadde han hans har henne hennes her hos hun hva hver
        hvem hvilke hvilken hvis hvor hvordan hvorfor i ikke ikkje ingen inn jeg kan kom kun kunne man mange med meg
        mellom men mens mer min mitt mot mye må ned noe noen nå når og også om opp oss over på samme seg selv si sin
        sine sitt skal skulle slik som så til um under upp ut uten ved vi vil ville vår være vært""",
    "finnish": """
        ei eivät ehkä eli ellei emme en enemmän ennen että et ette han he heidän heille hän häneen hänelle hänen
        hänet häntä itse ja jo joita joka jokin jolla jolle jonka jos joskus josta jota jotka jotta juuri kaikki
        kanssa kautta keskellä ketkä koko kuin kuinka kuitenkin kuka kun kunnes kuten kyllä me meidän meille mihin
        mikä mikään milloin minkä minun minulla minulle minä missä mistä mitä mitään molemmat mukaan mutta myös ne
        nehän niiden niin niitä noin nuo nyt näiden nämä olemme olen olet oli olisi olivat olla olleet ollut on ovat
        paitsi pois päälle saa sama se sekä sen siellä siihen siinä siitä sille sillä silloin sinun sinä siis sitten
        sitä tai te tuo tuolla tällä tämä tämän tänne tässä tästä tätä vaan vai vaikka vain vielä voi voivat yli
        ylös""",
    "polish": """
        a aby ale albo ani bardzo bez bo być był była było były będzie będą chce ci cię co coś czy czyli dla dlaczego
        do go gdy gdyby gdzie i ich ile im inne inny innych ja jak jaka jaki jakie jako je jednak jednym jego jej
        jemu jest jestem jeszcze jeśli jeżeli już każdy kiedy kto która które którego której który których którym
        którzy lecz lub ma mają mi mnie mogą może mój moja musi my na nad nam nami nas nasz nasze natomiast nawet nic
        nich nie nią nim niż no o od on ona one oni ono oraz pan po pod ponad ponieważ poza przed przede przez przy
        są się skąd sobie swoich swoje ta tak taka taki takie także tam te tego tej ten też to tobie tu tutaj twój ty
        tych tylko tym u w we wam was wasz według wiele więc wszyscy wszystkie wszystko z za zawsze ze że""",
    "czech": """
        a aby aj ale ani ano asi až bez bude budou by byl byla byli bylo být co či další do dnes ho i já jak jaké
        jako je jeho jej její jejich jen jenž ještě ji jiné již jsem jsme jsou jste k kam každý kde kdo kdy když ke
        která které kterou který kteří ku ma mají mám mě mezi mi mít mně mnou moc mohou můj může my na nad nám námi
        napište naše náš ne nebo nebyl nechť než nic nich ním nimi o od on ona oni ono pak po pod podle pokud pouze
        potom proč pro proto protože před přes při s se si sice své svůj svých svým ta tak také takže tam tato te tě
        tedy ten tento této tím tímto to tohle toho tom tomto tu tuto ty tyto u už v vám váš vaše ve více však
        všechno všech všichni vy z za zda zde ze že""",
    "croatian and serbian": """
        a ako ali bi bih bila bile bili bilo bio biti bez da do duž ga gdje gde hoće i iako ih ili im iz ja je jedan
        jedna jedno jer jesam jesi jest jesu joj još ju kad kada kako kao koja koje koji kojima koju kroz li me mene
        meni mi mimo moj moja moje mu na nad nakon nam nama nas naš naša naše ne nego neka neki nekog netko ni nije
        nikoga nisu niti njega njegov njen njih njihov o od odmah on ona oni ono ova ovaj ove ovo pa po pod pored
        prema pre prije sa sam samo se sebe sebi si smo ste su sve svi svog svoj svoja svoje ta tada taj tako te tebe
        ti to toj tome tu u uz vam vas vaš već vi više za zašto što šta""",
    "hungarian": """
        a abban ahhoz ahogy ahol aki akik akkor alatt amely amelyek amelyet ami amikor amit annak arra arról az azért
        azok azon azonban azt aztán azzal be belül benne bár cikk csak de e egy egyes egyéb egyik ebben eddig egész
        ehhez ekkor el elég előtt én ennek és erre ez ezek ezen ezért ezt ezzel fel felé ha hanem hogy hogyan igen
        így ill is itt jó jól kell kellett keresztül ki kívül között le legyen lehet lesz lett maga magát majd már
        más meg még melyek mellett mert mely mi miért mikor milyen minden mindig mint mintha mit mivel most nagyon
        nekem neki nem nélkül nincs ő ők olyan ott össze saját se sem semmi sok során szerint szinte számára talán te
        tehát továbbá több úgy újra után vagy vagyok valaki valami van vannak velem vissza viszont volna volt voltak
        által át""",
    "romanian": """
        a acea această aceasta aceea acei aceia acel acela acele acest acesta aceste acestea acestei acestui acești
        acolo ai aici al ale alt alta alte altul am ar are aș asupra atunci au avea ca că când care cărei căror cărui
        cât ce cel cei cele ceva chiar cine cineva ci cu cum da dacă dar de deci deja deoarece departe despre din
        dintr dintre doar după e ea ei el ele era erau este eu fi fie fiecare fiind foarte fost iar îi îl îmi
        împotriva în înainte înaintea încă între întru își la le li lor lui mai mea mei mele meu mi mult multe mulți
        ne nici nimic niște noastră noi nostru nu o ori orice pe pentru peste până poate pot prea prin sa să sale sau
        său se sub sunt spre te toate tot toți tu un una unde unei unii unor unui unul vă va voi vor vreun""",
    "turkish": """
        acaba ama ancak artık aslında az bana bazı belki ben benden beni benim beri bile bir biraz birçok biri birkaç
        biz bize bizi bizim böyle bu buna bunda bundan bunlar bunları bunların bunu bunun burada çok çünkü da daha de
        defa değil diğer diye dolayı en fakat gibi göre hangi hatta hem henüz hep hepsi her hiç hiçbir için ile
        ilgili ise işte kadar karşı kendi kendine kez ki kim kimse mı mi mu mü nasıl ne neden nerede niçin niye o
        olan olarak oldu olduğu olduğunu olmak olması olsa olur on ona ondan onlar onlara onların onu onun oysa öyle
        pek rağmen sadece sanki sen senin siz sizin sonra şey şöyle şu şunu tarafından tüm üzere var ve veya ya yani
        yer yine yok yoksa zaten""",
    "catalan": """
        a això al als alguns aquell aquella aquells aquest aquesta aquests així amb aquí cada com contra d de del
        dels des doncs durant e el els ella elles ells em en encara entre era eren es és està estan ha han has hi ho
        i jo l la les li llavors m ma més meu mentre molt ja n ni no nos nosaltres o on pel pels per però perquè poc
        pot qual quan que què qui s sa se sense ser ses seu seva si sobre són sota sou també tan te tot tots tu un
        una unes uns va van""",
    "greek": """
        ακόμη αλλά αν από αυτά αυτές αυτή αυτήν αυτής αυτό αυτοί αυτόν αυτός αυτού αυτούς αυτών για γιατί δε δεν εάν
        εγώ εδώ είμαι είμαστε είναι είσαι είστε εκεί εκείνη εκείνο εκείνος ενώ εμείς ένα έναν ένας εσείς εσύ έτσι
        έχει έχουν ή ήδη ήταν η θα ίδιο ίσως κάθε και κάποια κάποιο κάποιος κατά κι μα μας με μέσα μετά μέχρι μη μην
        μια μία μόνο μου να ο οι όλα όλες όλοι όμως όπου όπως όσο όταν ότι ου πάντα παρά περί πια πιο πολύ που πότε
        ποια ποιο ποιος πριν προς πως σαν σας σε στα στη στην στης στις στο στον στους στου τα τη την της τι τις το
        τον τότε του τους των ύστερα χωρίς ως ώστε""",
    "russian": """
        а без более больше будет будто бы был была были было быть в вам вас ваш вдоль ведь весь во вот все всегда
        всего всех вы где да даже для до его ее её если есть еще ещё же за здесь и из или им иногда их к как какая
        какой ко когда который которая которые которого которой которых кто куда ли либо лишь между меня мне много
        может можно мой моя мы на над надо наконец нам нас наш не него нее неё ней нельзя нет ни нибудь никогда ним
        них ничего но ну о об однако он она они оно опять от перед по под после потом потому почти при про раз разве
        с сам свой свою себе себя сейчас со совсем так также такой там те тебя тем теперь то тогда того тоже той
        только том тот тут ты у уж уже хорошо хоть чего чей чем через что чтоб чтобы чуть эта эти это этого этой этом
        этот эту я""",
    "ukrainian": """
        а або але адже без би більш більше буде будуть був була були було бути в вам вас ваш ви від він вже вона вони
        воно все всі втім для до де дуже є ж за завжди зі з із і їй їм їх її його й ким коли котрий крім куди лише
        мене мені між мій ми може можна мною моя на над нам нас наш навіть не нею неї ній ні ніж ним них ніхто ну о
        об однак перед під після по поки при про саме свій свої себе собі та так також такий там твій те тебе ти тим
        тільки то того тоді той тому тут у усі це цей цих цього ця ці чи чого чому через що щоб я яка яке який яких
        якщо як""",
    "bulgarian": """
        а ако ала без беше би бил била били било бъде в вас ваш във ви вие всеки всички все всяка въпреки върху г ги
        го да дали до докато друг други е едва един една едно ето за зад заедно заради защо защото и из или им има
        искам й как каква какво както какъв като кога когато което които кой който колко която къде ли м между мен ми
        много мога може мой му на над най нас наш не него нея ни ние никой но някои някой няма обаче около освен от
        отново още по под поне при през пред преди с са сам само се сега си след със съм съответно тази така такава
        такива такъв там твой те тези ти тн то това тогава този той толкова точно тук тъй тя тях у че чрез ще щом я""",
    "arabic": """
        أو أم أن أنا أنت أنه أنها أي إذ إذا إلا إلى إن إنه اذا الا التي الذي الذين اللذان الى ان او أيضا ايضا بعد بعض
        بل بين تحت تكون تلك ثم حتى حول حيث حين خلال دون ذلك سوف عليه عليها على عن عند عندما غير فإن فقد في فيه فيها
        قبل قد كان كانت كل كلا كما كيف كي لا لأن لدى لقد لكن لم لماذا لن له لها لهم ليس ليست ما ماذا متى مثل مع من
        منذ منه منها نحن نحو نعم هذا هذه هل هم هما هن هنا هناك هو هي هؤلاء و وإن وقد وكان ولا ولكن ولم وما ومن وهو
        وهي يا يكون""",
    "persian": """
        آن آنها از است اگر اما این با باید بر برای بعد بود بودند بوده به بی بین پس پیش تا تر توسط تو ترین جز چرا چه
        چون چیزی حتی خود خواهد خیلی داد دارد دارند داشت در درباره دیگر را روی زیر سپس شد شده شما شود شوند علیه ما
        مانند مگر من می میان نه نیز نیست هایی های هر هم همه همین هیچ هست هستند و ولی وی وقتی یا یک یکی کرد کردن کرده
        کند کنند که کجا گفت""",
    "hebrew": """
        או אולי אותה אותו אותי אותם אותן אז אחר אחרי אחרים אחת אי אך אל אלא אלה אלו אם אנחנו אני אף אפילו את אתה אתם
        אתן באמצעות בין בכל בלבד בלי במקום בעבור גם דרך הוא היא היה היו היתה הם הן הנה זאת זה זו יהיה יותר יש כבר כי
        כך כל כמו כן כפי כאן כאשר כדי לא לאחר לגבי לה להיות להם לו לי לך לכן לכם לנו לפי לפני מאוד מאז מה מי מדוע מול
        מן מעל מתחת מתי נגד על עד עוד עם עצמו פה פחות פי רק של שלה שלהם שלו שלי שם תחת תוך""",
    "hindi": """
        अपना अपनी अपने अब अभी आदि आप इन इनका इस इसका इसकी इसके इसमें इसी उन उनका उनकी उनके उस उसका उसकी उसके उसे एक
        एवं ऐसा ऐसे और कई कब कर करता करते करना करने का कि किया किसी की कुछ के को कोई कौन क्या क्यों गई गए गया गयी जब
        जहाँ जा जाता जाती जाते जिस जिसका जो तक तथा तब तरह तो था थी थे दिया दो दूसरे द्वारा नहीं ना ने पर पहले बहुत
        बाद भी में मैं यदि यह यहाँ यही या ये रहा रही रहे लिए लेकिन लिये व वह वहाँ वाला वाली वाले वे सकता सकते सब सभी
        साथ से हम हर ही हुआ हुई हुए हूँ है हैं हो होता होती होते होना""",
    "indonesian and malay": """
        ada adalah agar akan aku anda antara apa apabila apakah atas atau bagai bagaimana bagi bahwa bahawa banyak
        belum beberapa begitu berada berbagai bila bisa boleh bukan dalam dan dapat dari daripada demikian dengan di
        dia harus hanya hingga ia ialah ini itu jadi jika juga kalau kami kamu kapan karena kepada ke kerana ketika
        kita lagi lain lalu lebih maka mana masih mereka merupakan mengapa namun oleh pada para per pernah pula pun
        saat saja sampai sangat satu saya sebagai sebelum sebuah secara sedang sehingga sejak selain selalu seluruh
        semua seorang seperti serta sesuatu setelah setiap siapa suatu sudah supaya tanpa tapi telah tentang terhadap
        tersebut tetapi tiap tidak untuk walaupun yaitu yang""",
    "vietnamese": """
        ai bạn bằng bị bởi bên các cái cần càng chỉ chiếc cho chưa chúng có còn cũng của cùng dù do đã đang đây để
        đến đều điều đó được đối gì hay hoặc hơn khi không là lại lên lúc mà mình mỗi một mới nào này nên nếu ngay
        ngoài nhất nhưng như nhiều những nữa nó ở phải qua ra rằng rất rồi sao sau sẽ sự ta tại tất theo thế thì thứ
        tôi trên trong trước từ từng và vào vẫn vậy vì việc với vừa""",
    "korean": """
        가 같은 것 것은 것을 것이 것이다 그 그것 그녀 그는 그들 그러나 그런 그리고 그의 나 나는 내 너 다른 다시 당신
        대한 더 더욱 등 때 때문에 또 또는 또한 를 모든 및 바로 수 아니라 아주 에 에게 에서 여기 와 왜 우리 위해 위한
        으로 은 을 의 이 이것 이런 이를 있는 있다 있습니다 있으며 저 저는 제 좀 즉 지금 통해 하는 하고 하지만 한 할
        함께 합니다 했다""",
}

_OF_THE_WEB = "com edu ftp gov http https htm html mailto net org php www"

FUNCTION_WORDS = frozenset(" ".join((*_BY_LANGUAGE.values(), _OF_THE_WEB)).casefold().split())
"""All of them, case folded. What is a function word in one language is left out in all: it is rarely worth asking."""

CHINESE_PARTICLES = (
    "的了是在不和有我们你他她它这那就也都与及或而但被把让从对于等着过吗呢吧啊个之其以为会能可要到说没很么"
    "样哪谁什並與這會們個為過來對從還沒說"
)
"""Particles between Chinese words: a run of characters without spaces can be cut at them."""
