/** Words that say whose a column is, in the languages of the other words: a file's columns may all be of the customer. */
export const OWNER_WORDS = `customer, customers, client, clients, kunde, kunden, kundin, kaufer, kauferin, kaeufer, besteller, empfanger, billing, invoice,
  contact, person, lead, user, recipient, default, buyer, purchaser, payer, consignee, receiver, attendee, guest, member, patient, student,
  pupil, subscriber, participant, visitor, teilnehmer, gast, mitglied, schuler, abonnent, cliente, clientes, comprador, compradora, destinatario,
  contacto, contato, contatto, alumno, aluno, paciente, suscriptor, acheteur, destinataire, eleve, acquirente, studente, klant, koper,
  ontvanger, deelnemer, klienta, klient, kupujacego, kupujacy, odbiorcy, odbiorca, musteri, musterinin, musterinizin, alici, alicinin, клиента, клиент,
  покупателя, получателя, заказчика, контакта, клієнта, покупця, одержувача, отримувача, замовника, العميل, الزبون, المستلم, المشتري, ग्राहक,
  pelanggan, pembeli, penerima, pemesan, pemilik, khach, hang, nguoi, mua, nhan, 客户, 客戶, 顧客, 购买人, 买家, 買家, 收货人, 收件人, 联系人,
  購入者, 注文者, お客様, 届け先, 受取人, 고객, 구매자, 수취인, 주문자, 수령인, 예약자, 신청자, πελατη, ลูกค้า, ผู้รับ, ผู้ซื้อ, zakaznika, zakaznik, clientului,
  clienta, ugyfel, vevo, asiakkaan, kundens, kjoper, hlavni`;

/** Words of questions in forms, which say nothing else: "¿Cuál es tu nombre?". */
export const QUESTION_WORDS = `of, du, de, del, da, do, di, des, von, van, der, principale, principal, secondaire, secundario, secondary, primary, main, what, whats, is, s, your, my, please, enter, provide, the, a, here, our, for, to, on, in, we, can, you, reach, best,
  required, optional, mandatory, active, only, digits, digit, cual, es, tu, su, ingresa, ingrese, escribe, por, favor, opcional, obligatorio, requerido,
  quel, est, votre, ton, ta, entrez, indiquez, saisissez, facultatif, optionnel, obligatoire, qual, o, seu, sua, teu, informe, digite, preencha, obrigatorio,
  wie, lautet, ist, deine, dein, ihre, ihr, bitte, fur, angeben, eingeben, erforderlich, pflichtfeld, il, tuo, suo, inserisci, inserire, obbligatorio,
  facoltativo, wat, je, jouw, uw, vul, voor, verplicht, optioneel, jaki, jest, twoj, podaj, swoj, opcjonalnie, wymagane, nedir, lutfen, zorunlu,
  istege, bagli, girin, как, какой, ваш, ваше, вас, зовут, твой, укажите, введите, обязательно, для, який, вкажіть, ما, هو, من, فضلك, أدخل, ادخل,
  اختياري, مطلوب, اب, أب, آب, الخاص, بك, आपका, क्या, है, कृपया, का, अपना, apa, anda, kamu, masukkan, isi, aktif, yang, bisa, dihubungi, wajib, cua,
  ban, vui, long, nhap, 您的, 您, 请, 請, 是, 的, 什么, 什麼, 填写, 輸入, 输入, 必填, 选填, あなたの, ご, を, 入力, してください, ください, 必須, 任意, の, 教えて, 何, です, か, 는, 은, 를, 을, 무엇, 인가요, 입력하세요, 하세요, berapa, 귀하의, 의, 필수, 선택, 입력,
  ditt, din, dit, hvad, hvad, vad, ar, er, obligatorisk, valgfritt, jak, vase, vas, zadejte, povinne, nepovinne, care, dvs, va, rugam, az, on, kerem, adja, meg`;

/** Whole names. */
export const WHOLE_NAME = `full name, display name, contact name, formatted name, first and last name, first name last name, name and surname,
  name surname, vollständiger name, kontaktname, kunde, kundin, kundenname, ansprechpartner, vor und nachname, vor und zuname, vorname nachname,
  vorname und nachname, name vorname, nombre completo, nombre y apellidos, nombre y apellido, nombres y apellidos, apellidos y nombres, apellido y nombre,
  destinatario, comprador, cliente, nome completo, nome e sobrenome, destinatário, nom complet, nom et prénom, nom et prénoms, nom prénom,
  nominativo, nome e cognome, cognome e nome, volledige naam, voor en achternaam, klant, imię i nazwisko, nazwisko i imię, klient, ad soyad,
  ad soyadı, adı soyadı, adınız soyadınız, adı ve soyadı, isim soyisim, ad ve soyad, müşteri, alıcı, имя и фамилия, фамилия и имя, фамилия имя, фамилия имя отчество,
  полное имя, фио, ф и о, клиент, получатель, покупатель, піб, п і б, імя та прізвище, прізвище та імя, повне імя, клієнт, одержувач,
  الاسم الكامل, الاسم بالكامل, الاسم الثلاثي, الاسم الرباعي, العميل, पूरा नाम, नाम और उपनाम, nama lengkap, penerima, pelanggan, họ và tên, họ tên, tên đầy đủ,
  họ và tên đệm và tên, khách hàng, 姓名, 氏名, お名前フルネーム, 客户名称, 收货人, 收件人, 联系人, 联系人姓名, 買家, 买家, 宛名, 성명, 성함, 고객명, 구매자명, 수취인명, 주문자명,
  수령인, 수령인명, 예약자명, 받는사람, 받는분, 구매자, 수취인, jméno a příjmení, příjmení a jméno, celé jméno, zákazník, meno a priezvisko,
  nume complet, nume și prenume, nume prenume, teljes név, ονοματεπώνυμο, όνομα και επώνυμο, ชื่อ นามสกุล, ชื่อและนามสกุล, ชื่อสกุล, שם מלא, fullständigt namn, fullt namn, för och efternamn,
  fulde navn, fornavn og efternavn, fullt navn, navn og etternavn, koko nimi, nimi ja sukunimi, buyer, recipient, customer, client, consignee, ime i prezime, ime in priimek`;

/** Names, whole or in part: beside a column for one part these are the other. */
export const NAME = `name, nombre, nombres, nome, nom, naam, ad, adı, adınız, isim, имя, імя, الاسم, اسم, नाम, nama, 名字, 名前, お名前, navn, namn, nimi, jméno, meno, név,
  nume, tên, όνομα, ชื่อ, שם, 이름, ime, име`;

export const FIRST_NAME = `first name, first, fname, f name, given name, given, forename, vorname, rufname, nombre de pila, primer nombre, primeiro nome, primo nome, prénom,
  prénoms, voornaam, roepnaam, imię, ilk ad, ön ad, الاسم الأول, الإسم الأول, الاسم الاول, اسم اول, पहला नाम, प्रथम नाम, nama depan, 名, fornavn, förnamn, tilltalsnamn, etunimi, křestní jméno,
  krstné meno, keresztnév, utónév, prenume, prenumele, ชื่อจริง, ชื่อต้น, שם פרטי, eesnimi, vārds, vardas, όνομα μικρό`;

export const LAST_NAME = `last name, last, lname, l name, family name, family, surname, nachname, familienname, zuname, apellido, apellidos, primer apellido, apellido paterno,
  sobrenome, último nome, apelido, nom de famille, cognome, achternaam, familienaam, nazwisko, soyad, soyadı, soyadınız, soyisim, фамилия, прізвище, презиме,
  اسم العائلة, اللقب, اسم عائلة, الاسم الأخير, الاسم الاخير, الإسم الأخير, الكنية, العائلة, उपनाम, अंतिम नाम, कुलनाम, nama belakang, nama keluarga, 姓, 姓氏, 名字姓, 성, 성씨, efternamn, efternavn,
  etternavn, sukunimi, příjmení, priezvisko, vezetéknév, családnév, nume de familie, numele de familie, επώνυμο, επίθετο, นามสกุล, שם משפחה, משפחה, họ, họ đệm, perekonnanimi, uzvārds,
  pavardė, prezime, priimek, фамилно име`;
