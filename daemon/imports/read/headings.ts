import type { Field } from "./fields.ts";
import {
  CONSENT,
  CONSENT_AT,
  CONSENT_PROOF,
  CONSENT_SOURCE,
  SUPPRESSION,
  SUPPRESSION_AT,
  SUPPRESSION_PROOF,
} from "./permission-headings.ts";

/** What a heading says: a field, and which of several columns for it comes first (the lowest). */
export type Heading = { field: Field; rank: number };

/** The rank of words that stand for a part of a name beside a column for the other part. */
export const PART_OF_NAME = 1;
/** The rank of words that stand for something of WhatsApp only beside a column that is sure to be of it. */
export const OF_ANY_SITE = 1;

/**
 * Headings as people and programs write them in English, German, Spanish, Portuguese, French,
 * Italian, Dutch, Polish, Turkish, Russian, Arabic, Hindi, Indonesian, Chinese and Japanese.
 */
const WHATSAPP = `whatsapp, whatsapp number, whatsapp nummer, whatsapp phone, numero de whatsapp, número whatsapp,
  numéro whatsapp, numero whatsapp, wa id, wa number, nomor whatsapp, nomor wa, номер whatsapp, واتساب, رقم الواتساب,
  व्हाट्सएप, whatsapp号码, whatsapp番号`;

const MOBILE = `mobile, mobile phone, mobile number, mobile no, cell, cell phone, cellphone, handy, handynummer,
  handy nr, mobil, mobilnummer, mobiltelefon, mobilfunk, mobilfunknummer, telefon mobil, telefonmobil,
  móvil, teléfono móvil, celular, número de celular, teléfono celular, telemóvel, telefone celular,
  portable, téléphone portable, mobile téléphone, numéro de portable, cellulare, telefono cellulare,
  numero di cellulare, mobiel, mobiele telefoon, mobiel nummer, mobiele nummer, komórka, telefon komórkowy,
  numer komórki, cep, cep telefonu, cep no, gsm, мобильный, мобильный телефон, сотовый, جوال, الجوال, رقم الجوال,
  موبايل, الهاتف المحمول, मोबाइल, मोबाइल नंबर, मोबाइल नम्बर, nomor hp, no hp, hp, ponsel, nomor ponsel, handphone,
  手机, 手机号, 手机号码, 手機, 手機號碼, 携帯, 携帯電話, 携帯番号, 携帯電話番号`;

const PHONE = `phone, phone number, phone no, tel, tel no, tel nr, telephone, telephone number, contact number, e164,
  phone 1 value, telefon, telefonnummer, telefon nr, telefonnr, rufnummer, fon, festnetz,
  teléfono, número de teléfono, tfno, telefone, número de telefone, fone, téléphone, numéro de téléphone, numéro, tél,
  telefono, numero di telefono, recapito telefonico, telefoon, telefoonnummer, numer telefonu, nr telefonu,
  telefon numarası, tel numarası, телефон, номер телефона, номер, тел, هاتف, الهاتف, رقم الهاتف, تليفون, رقم التليفون,
  फोन, फ़ोन, फोन नंबर, फ़ोन नंबर, दूरभाष, telepon, nomor telepon, no telepon, no telp, telp,
  电话, 电话号码, 联系电话, 電話, 電話號碼, 電話番号, 連絡先`;

const WHOLE_NAME = `full name, display name, contact name, formatted name, vollständiger name, kontaktname, kunde,
  kundenname, ansprechpartner, nombre completo, nombre y apellidos, nombre y apellido, nome completo, nom complet,
  nom et prénom, nominativo, volledige naam, imię i nazwisko, ad soyad, adı soyadı, имя и фамилия, полное имя, фио,
  الاسم الكامل, पूरा नाम, nama lengkap, 姓名, 氏名`;

const NAME = `name, nombre, nombres, nome, nom, naam, ad, adı, isim, имя, الاسم, नाम, nama, 名字, 名前, お名前`;

const FIRST_NAME = `first name, given name, forename, vorname, rufname, primeiro nome, prénom, voornaam, imię,
  الاسم الأول, पहला नाम, nama depan, 名`;

const LAST_NAME = `last name, family name, surname, nachname, familienname, zuname, apellido, apellidos, sobrenome,
  apelido, nom de famille, cognome, achternaam, familienaam, nazwisko, soyad, soyadı, soyisim, фамилия,
  اسم العائلة, اللقب, اسم عائلة, उपनाम, अंतिम नाम, nama belakang, 姓, 姓氏`;

const EMAIL = `email, e-mail, email address, e-mail address, mail, mail address, email 1 value, e-mail-adresse,
  emailadresse, mailadresse, correo, correo electrónico, dirección de correo, endereço de e-mail, courriel,
  adresse e-mail, adresse mail, adresse électronique, indirizzo e-mail, posta elettronica, e-mailadres, adres e-mail,
  e-posta, eposta, eposta adresi, электронная почта, почта, эл почта, البريد الإلكتروني, البريد, ईमेल, ई-मेल, surel,
  alamat email, 邮箱, 电子邮件, 电子邮箱, 郵箱, 電子郵件, メール, メールアドレス`;

const EXTERNAL_ID = `external id, customer id, customer number, customer no, client id, kundennummer, kunden nr,
  kundennr, kunden id, id de cliente, número de cliente, id do cliente, número do cliente, id client, numéro client,
  numéro de client, id cliente, codice cliente, numero cliente, klantnummer, klant id, numer klienta, id klienta,
  müşteri no, müşteri numarası, номер клиента, id клиента, رقم العميل, ग्राहक आईडी, ग्राहक संख्या, id pelanggan,
  nomor pelanggan, 客户编号, 客戶編號, 顧客番号, 顧客id`;

const BSUID = `bsuid, whatsapp user id, whatsapp bsuid, business scoped user id, whatsapp benutzer id,
  whatsapp nutzer id, id de usuario de whatsapp, id de usuário do whatsapp, identifiant whatsapp, id utente whatsapp`;

const WHATSAPP_USERNAME = `whatsapp username, whatsapp user name, username whatsapp, whatsapp benutzername,
  whatsapp nutzername, usuario de whatsapp, nombre de usuario de whatsapp, usuário do whatsapp,
  nome de usuário do whatsapp, nom d'utilisateur whatsapp, nome utente whatsapp, whatsapp gebruikersnaam,
  nazwa użytkownika whatsapp, whatsapp kullanıcı adı, имя пользователя whatsapp, اسم مستخدم واتساب, whatsapp用户名,
  whatsappユーザー名`;

const TAGS = `tags, labels, tag, schlagwörter, etiketten, etiquetas, étiquettes, etichette, etykiety, etiketler, метки,
  теги, الوسوم, टैग, label, 标签, 標籤, タグ`;

const HEADINGS = new Map<string, Heading>([
  ...entriesOf("phone_number", WHATSAPP, 0),
  ...entriesOf("phone_number", MOBILE, 1),
  ...entriesOf("phone_number", PHONE, 2),
  ...entriesOf("name", WHOLE_NAME),
  ...entriesOf("name", NAME, PART_OF_NAME),
  ...entriesOf("first_name", FIRST_NAME),
  ...entriesOf("last_name", LAST_NAME),
  ...entriesOf("email", EMAIL),
  ...entriesOf("external_source", "external source"),
  ...entriesOf("external_id", EXTERNAL_ID),
  ...entriesOf("bsuid", BSUID),
  ...entriesOf("parent_bsuid", "parent bsuid, parent user id, whatsapp parent user id"),
  ...entriesOf("lid", "whatsapp lid"),
  ...entriesOf("lid", "lid", OF_ANY_SITE),
  ...entriesOf("username", WHATSAPP_USERNAME),
  ...entriesOf("username", "username", OF_ANY_SITE),
  ...entriesOf("tags", TAGS),
  ...entriesOf("custom_fields", "custom fields"),
  ...entriesOf("consent", CONSENT),
  ...entriesOf("consent_at", CONSENT_AT),
  ...entriesOf("consent_source", CONSENT_SOURCE),
  ...entriesOf("consent_proof", CONSENT_PROOF),
  ...entriesOf("suppression", SUPPRESSION),
  ...entriesOf("suppression_at", SUPPRESSION_AT),
  ...entriesOf("suppression_proof", SUPPRESSION_PROOF),
]);

/** What a heading says, without regard to case, accents and punctuation; a number at its end is left out if need be. */
export function readHeading(heading: string): Heading | undefined {
  const plain = plainOf(heading);
  return HEADINGS.get(plain) ?? HEADINGS.get(plain.replace(/\d+$/, ""));
}

function entriesOf(field: Field, headings: string, rank = 0): [string, Heading][] {
  return headings.split(",").map((heading) => [plainOf(heading), { field, rank }]);
}

/** Letters and digits alone; the Turkish dotless i and ß as they are written in capitals. */
function plainOf(heading: string): string {
  return heading
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll("ı", "i")
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
