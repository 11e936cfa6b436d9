/**
 * Words that headings of phone numbers and e-mail addresses are made of, in English, German, Spanish, Portuguese, French,
 * Italian, Dutch, Polish, Turkish, Russian, Ukrainian, Arabic, Hebrew, Hindi, Indonesian, Vietnamese, Chinese, Japanese,
 * Korean, Swedish, Danish, Norwegian, Finnish, Czech, Romanian, Hungarian, Greek and Thai.
 */
export const WHATSAPP_WORDS = `whatsapp, whats, wa, wapp, wpp, wsp, wtsp, zap, zapzap, واتساب, واتس, व्हाट्सएप, व्हाट्सऐप, वॉट्सऐप, ватсап, вотсап, вацап, וואטסאפ,
  ווטסאפ, 왓츠앱, วอทส์แอพ`;

export const MOBILE_WORDS = `handynr, mobilnr, mobile, mobil, mob, mobiel, mobiele, mobilfunk, mobilni, mobiltlf, cell, cel, celu, cellphone, cellular, handy,
  handphone, hp, ponsel, smartphone, sms, gsm, msisdn, movil, celular, telemovel, telemobil, portable, cellulare, komorka,
  komorki, komorkowy, komorkowa, komorkowego, cep, matkapuhelin, matkapuhelinnumero, kannykka, мобильный, мобильная,
  мобильного, моб, сотовый, сотовая, сотового, мобільний, мобільного, جوال, الجوال, موبايل, الموبايل, محمول, المحمول, نقال,
  النقال, נייד, הנייד, मोबाइल, मोबाईल, dong, didong, 手机, 手機, 携帯, 휴대폰, 휴대전화, 핸드폰, มือถือ, κινητο, κινητου, 06`;

export const PHONE_WORDS = `phone, phones, telephone, tel, telefon, telefone, telefono, telefoon, telefonu, telefonul, telefonnr, tlf, telephonenumber, telefonnummer,
  tfno, tfn, fon, fone, fono, ruf, rufnummer, festnetz, landline, telp, telpon, telepon, tlp, e164, телефон, телефона, телефону,
  тел, هاتف, الهاتف, هاتفك, جوالك, موبايلك, تليفونك, تليفون, التليفون, تلفون, التلفون, טלפון, הטלפון, फोन, फ़ोन, दूरभाष, thoai, dienthoai, sdt, 电话, 電話, 전화,
  전화번호, 연락처, โทรศัพท์, โทร, puhelin, puhelinnumero, telefonszam, τηλεφωνο, τηλεφωνου, telefonni`;

export const EMAIL_WORDS = `email, messagerie, emails, mail, emailaddress, emailadresse, correo, courriel, eposta, epost, posta, surel, sahkoposti,
  почта, почты, пошта, البريد, ईमेल, メール, 電子メール, 电子邮件, 电子邮箱, 電子郵件, メールアドレス, 邮箱, 郵箱, 이메일, อีเมล, דואל`;

/** A number in these places is less likely to be on WhatsApp than one of which nothing is said. */
export const PLACE_WORDS = `work, business, office, company, organization, home, other, address, festnetz, landline, billing, shipping,
  delivery, geschaftlich, geschaftliches, dienstlich, buro, firma, firmen, privat, private, privates, weiteres, weitere, andere,
  trabajo, oficina, casa, otro, particular, trabalho, comercial, residencial, escritorio, outro, bureau, travail, professionnel, pro,
  domicile, maison, autre, fixe, fijo, fixo, fisso, ufficio, lavoro, abitazione, altro, werk, kantoor, thuis, zakelijk, prive,
  overig, praca, sluzbowy, domowy, firmowy, stacjonarny, is, ev, sabit, diger, рабочий, домашний, другой, العمل, المنزل, kantor,
  rumah, arbete, hem, arbejde, hjem, 公司, 住宅, 会社, 自宅`;

/** Words that stand beside these and say nothing else. */
export const BESIDE_WORDS = `kom, secondary, secondaire, sekundare, primare, osoite, cim, 주소, частный, частная, aktif, kundin, klienta, klientow, клиента, клієнта, العميل, 客户, 客戶, 顧客, 고객, number, numbers, no, nr, num, nummer, nummern, numero, numer, numeru, numara, numarasi, numarası, nomor,
  nomer, номер, номера, رقم, מספר, नंबर, नम्बर, so, cislo, numar, numarul, szam, αριθμος, 号码, 號碼, 号, 號, 番号, 번호, หมายเลข, เบอร์,
  nro, n, of, de, do, da, du, del, di, des, la, le, il, a, e, dien, value, wert, primary, main, haupt, default, standard, principal,
  principale, customer, customers, client, clients, kunde, kunden, contact, contacts, kontakt, kontaktowy, contato, contacto,
  contatto, контактный, контактного, klant, cliente, person, lead, user, recipient, personal, perso, personale, personlich,
  international, intl, with, code, com, con, ddd, ddi, alamat, dia, chi, adresse, adres, direccion, indirizzo, endereco, adresa, електронна,
  электронная, electronico, electronique, elettronica, الإلكتروني, 联系, 聯絡, 連絡先, アドレス, 地址`;

/** Words beside one for numbers or addresses that say that the column has something else of it: a kind, an answer, a stranger. */
export const OTHER_WORDS = `type, typ, tipo, label, status, estado, verified, verification, valid, validated, validation, consent, opt, optin, optout, opted, subscribed,
  unsubscribed, subscription, newsletter, marketing, accepts, accept, accepted, permission, allowed, einwilligung, consentimiento, consentimento, consentement, consenso,
  zgoda, onay, izin, согласие, fax, telefax, faks, факс, pager, ext, extension, ramal, durchwahl, plan, model, brand, device, os, provider, carrier, operator, operador, name,
  nombre, nome, nom, naam, username, group, gruppe, grupo, groupe, gruppo, list, tag, tags, note, notes, notiz, comment, comments, date, datum, fecha, data, time, day, last, first, created,
  updated, changed, count, calls, call, sent, received, message, messages, nachricht, mensaje, mensagem, template, link, url, click, clicks, source, quelle, utm, campaign,
  channel, id, key, hash, format, timezone, zip, postal, plz, bill, price, cost, total, amount, order, score, owner,
  agent, assistant, asst, assistent, asistente, assistente, emergency, emergencia, notfall, urgence, representative, rep, manager, store, shop, driver, courier, seller, vendor, supplier, sender,
  referrer, referral, referred, spouse, guarantor, support, hotline, doctor, teacher, employee, staff, blocked, bounced, quality, risk, reason, error, flag, has, have, do, does, use, uses,
  tienes, tiene, tem, hast, haben, avez, hai, var, есть`;

/** Words of numbers that nobody is reached by: of orders, days, goods, accounts. */
export const COUNTED_WORDS = `id, ids, uid, uuid, guid, order, orders, invoice, tracking, shipment, transaction, payment, receipt, ticket, booking, reservation,
  created, updated, date, timestamp, time, ean, upc, gtin, isbn, sku, barcode, iban, bic, vat, tax, ssn, bestellnummer, auftragsnummer, rechnungsnummer,
  kundennummer, sendungsnummer, buchungsnummer, vorgangsnummer, bestellung, rechnung, datum, steuernummer, pedido, factura, fatura, fecha, cuit, cuil, dni, nif, cif, rfc, curp,
  cedula, cpf, cnpj, rg, commande, facture, siret, siren, ordine, fattura, bestelling, factuur, kvk, bsn, zamowienia, zamowienie, pesel, nip, regon,
  siparis, fatura, tckn, заказа, заказ, инн, снилс, замовлення, الطلب, aadhaar, gstin, pan, pesanan, nik, npwp, 订单号, 订单编号, 身份证号, 注文番号, 주문번호`;
