/**
 * Words that headings of phone numbers and e-mail addresses are made of, in English, German, Spanish, Portuguese, French,
 * Italian, Dutch, Polish, Turkish, Russian, Ukrainian, Arabic, Hebrew, Hindi, Indonesian, Vietnamese, Chinese, Japanese,
 * Korean, Swedish, Danish, Norwegian, Finnish, Czech, Romanian, Hungarian, Greek and Thai.
 */
export const WHATSAPP_WORDS = `whatsapp, whats, wa, wapp, واتساب, واتس, व्हाट्सएप, व्हाट्सऐप, वॉट्सऐप, ватсап, вотсап, вацап, וואטסאפ,
  ווטסאפ, 왓츠앱, วอทส์แอพ`;

export const MOBILE_WORDS = `handynr, mobilnr, mobile, mobil, mob, mobiel, mobiele, mobilfunk, mobilni, mobiltlf, cell, cellphone, cellular, handy,
  handphone, hp, ponsel, smartphone, sms, gsm, msisdn, movil, celular, telemovel, telemobil, portable, cellulare, komorka,
  komorki, komorkowy, komorkowa, komorkowego, cep, matkapuhelin, matkapuhelinnumero, kannykka, мобильный, мобильная,
  мобильного, моб, сотовый, сотовая, сотового, мобільний, мобільного, جوال, الجوال, موبايل, الموبايل, محمول, المحمول, نقال,
  النقال, נייד, הנייד, मोबाइल, मोबाईल, dong, didong, 手机, 手機, 携帯, 휴대폰, 휴대전화, 핸드폰, มือถือ, κινητο, κινητου, 06`;

export const PHONE_WORDS = `phone, phones, telephone, tel, telefon, telefone, telefono, telefoon, telefonu, telefonul, telefonnr, tlf,
  tfno, tfn, fon, fone, fono, ruf, rufnummer, festnetz, landline, telp, telpon, telepon, tlp, e164, телефон, телефона, телефону,
  тел, هاتف, الهاتف, تليفون, التليفون, تلفون, التلفون, טלפון, הטלפון, फोन, फ़ोन, दूरभाष, thoai, dienthoai, sdt, 电话, 電話, 전화,
  전화번호, โทรศัพท์, โทร, puhelin, puhelinnumero, telefonszam, τηλεφωνο, τηλεφωνου, telefonni`;

export const EMAIL_WORDS = `email, messagerie, emails, mail, emailaddress, emailadresse, correo, courriel, eposta, epost, posta, surel, sahkoposti,
  почта, почты, пошта, البريد, ईमेल, メール, メールアドレス, 邮箱, 郵箱, 이메일, อีเมล, דואל`;

/** A number in these places is less likely to be on WhatsApp than one of which nothing is said. */
export const PLACE_WORDS = `work, business, office, company, organization, home, other, address, festnetz, landline, billing, shipping,
  delivery, geschaftlich, geschaftliches, dienstlich, buro, firma, firmen, privat, private, privates, weiteres, weitere, andere,
  trabajo, oficina, casa, otro, particular, trabalho, comercial, residencial, escritorio, outro, bureau, travail, professionnel, pro,
  domicile, maison, autre, fixe, fijo, fixo, fisso, ufficio, lavoro, abitazione, altro, werk, kantoor, thuis, zakelijk, prive,
  overig, praca, sluzbowy, domowy, firmowy, stacjonarny, is, ev, sabit, diger, рабочий, домашний, другой, العمل, المنزل, kantor,
  rumah, arbete, hem, arbejde, hjem, 公司, 住宅, 会社, 自宅`;

/** Words that stand beside these and say nothing else. */
export const BESIDE_WORDS = `kundin, klienta, klientow, клиента, клієнта, العميل, 客户, 客戶, 顧客, 고객, number, numbers, no, nr, num, nummer, nummern, numero, numer, numeru, numara, numarasi, numarası, nomor,
  nomer, номер, номера, رقم, מספר, नंबर, नम्बर, so, cislo, numar, numarul, szam, αριθμος, 号码, 號碼, 号, 號, 番号, 번호, หมายเลข, เบอร์,
  nro, n, of, de, do, da, du, del, di, des, la, le, il, a, e, dien, value, wert, primary, main, haupt, default, standard, principal,
  principale, customer, customers, client, clients, kunde, kunden, contact, contacts, kontakt, kontaktowy, contato, contacto,
  contatto, контактный, контактного, klant, cliente, person, lead, user, recipient, personal, perso, personale, personlich,
  international, intl, with, code, com, con, ddd, ddi, alamat, dia, chi, adresse, adres, direccion, indirizzo, endereco, adresa, електронна,
  электронная, electronico, electronique, elettronica, الإلكتروني, 联系, 聯絡, 連絡先, アドレス, 地址`;
