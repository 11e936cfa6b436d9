import type { Field } from "../fields.ts";
import { CODE_RANKS, codeHeading } from "./code-headings.ts";
import { ADDRESS_WORDS, asGuess, composedHeading, guessedHeading, PHONE_RANKS } from "./composed-heading.ts";
import { partsOf, wordSet, wordsOf } from "./heading-words.ts";
import {
  CONSENT,
  CONSENT_AT,
  CONSENT_PROOF,
  CONSENT_SOURCE,
  SUPPRESSION,
  SUPPRESSION_AT,
  SUPPRESSION_PROOF,
} from "./permission-headings.ts";
import { FIRST_NAME, LAST_NAME, NAME, OWNER_WORDS, QUESTION_WORDS, WHOLE_NAME } from "./person-words.ts";

/** The meaning of a heading: a field, and its rank among several columns for it (the lowest comes first). */
export type Heading = {
  field: Field;
  rank: number;
  /** Some of its words are not known: the values may say otherwise. */
  isGuess?: boolean;
};

/** The rank of words that stand for a part of a name beside a column for the other part. */
export const PART_OF_NAME = 1;
/** The rank of words that stand for something of WhatsApp only beside a column that is sure to be of it. */
export const OF_ANY_SITE = 1;

/**
 * Headings as people and programs write them, in the languages of the words for addresses: of phone numbers and e-mail
 * addresses those that these words don't make.
 */
const PHONE = `wa id, whatsapp id, whatsapp jid, contact number, contact no, numero, numéro, номер, kontaktnummer, recapito telefonico, 連絡先, 联系方式, 연락처`;

const EMAIL = `e mail, e-mail address, e posta, e posta adresi, эл почта, эл. почта, ई-मेल, 电子邮件, 电子邮箱, 電子郵件, e-mailadres,
  e-mail-adresse, adresse e-mail, adres e-mail, endereço de e-mail, indirizzo e-mail, e-mail adresa, e-postadress, e-postadresse,
  địa chỉ email, thư điện tử, email id, mail id, адрес эл почты, адреса ел пошти, ел пошта, דואר אלקטרוני, דוא״ל, e-mailová adresa, e mail cím, emailcím, e-mail osoite,
  adresse électronique, ηλεκτρονικό ταχυδρομείο, 메일, 電子メール`;

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

const COUNTRY = `country, country code, country region, land, landcode, länderkennung, länderkürzel, staat, país, pays, code pays,
  paese, nazione, codice paese, landcode, kraj, ülke, страна, країна, الدولة, البلد, देश, negara, quốc gia, 国家, 國家, 国, 국가,
  maa, země, țară, ország, χώρα, ประเทศ, ארץ, מדינה`;

const COMPANY = `company, company name, organization, organization name, organisation, organisation name, account name, firma,
  firmenname, unternehmen, empresa, nombre de la empresa, nome da empresa, société, entreprise, azienda, società, ragione sociale,
  bedrijf, bedrijfsnaam, nazwa firmy, şirket, şirket adı, компания, организация, компанія, الشركة, कंपनी, perusahaan, công ty,
  公司, 公司名称, 会社, 会社名, 회사, företag, virksomhed, yritys, společnost, companie, cég, εταιρεία, บริษัท, חברה`;

const TAGS = `tags, labels, group membership, gruppenzugehörigkeit, groups, categories, kategorien, categorías, categorias, catégories, categorie, kategorie, kategorier,
 tag, schlagwörter, etiketten, etiquetas, étiquettes, etichette, etykiety, etiketler, метки,
  теги, الوسوم, टैग, label, 标签, 標籤, タグ`;

const HEADINGS = new Map<string, Heading>([
  ...entriesOf("phone_number", PHONE, PHONE_RANKS.phone),
  ...entriesOf("country", COUNTRY, CODE_RANKS.country),
  ...entriesOf("company", COMPANY),
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

/** Words beside those of a field: whose it is, and those of a question. */
const AROUND = wordSet(OWNER_WORDS, QUESTION_WORDS);
/** Single words that mean a part of a name only where they stand alone: "Last contact" is a day. */
const ALONE = wordSet("first, last, family, given");
const KNOWN = new Set([...AROUND, ...[...HEADINGS.keys()].filter((key) => !key.includes(" "))]);
const ASKED = new Set([...AROUND, ...ADDRESS_WORDS]);
const CONTEXT_FIELDS: readonly Field[] = [
  "name",
  "first_name",
  "last_name",
  "country",
  "company",
  "tags",
  "email",
];

/** An example beside a heading: "Country code (e.g. +44)". */
const EXAMPLE = /\([^()\d]{0,30}\d[^()]{0,30}\)/;

/** The meaning of a heading, without regard to case, accents, punctuation and the order of its words. */
export function readHeading(heading: string): Heading | undefined {
  const words = wordsOf(heading);
  return (
    HEADINGS.get(keyOf(words)) ??
    codeHeading(words) ??
    codeHeading(wordsOf(heading.replace(EXAMPLE, ""))) ??
    composedHeading(words) ??
    inContext(words) ??
    inQuestion(words) ??
    guessedHeading(words)
  );
}

/** The meaning of a heading that asks for a number or an address: "Wie ist Ihre Handynummer?". Its answers may be words. */
function inQuestion(words: readonly string[]): Heading | undefined {
  return asGuess(composedHeading(withoutAround(words, ASKED)));
}

function withoutAround(words: readonly string[], known: ReadonlySet<string>): string[] {
  return words.flatMap((word) => partsOf(word, known) ?? [word]).filter((word) => !AROUND.has(word));
}

/** The meaning of a heading that also names the owner, or asks: "billing_first_name", "¿Cuál es tu nombre?", "客户姓名". */
function inContext(words: readonly string[]): Heading | undefined {
  const key = keyOf(withoutAround(words, KNOWN));
  const found = ALONE.has(key) ? undefined : HEADINGS.get(key);
  return found !== undefined && CONTEXT_FIELDS.includes(found.field) ? found : undefined;
}

function entriesOf(field: Field, headings: string, rank = 0): [string, Heading][] {
  return headings.split(",").map((heading) => [keyOf(wordsOf(heading)), { field, rank }]);
}

/** Letters alone, whatever is between them and in whatever order they stand; a single digit counts columns. */
function keyOf(words: readonly string[]): string {
  const counted = words.filter((word) => !/^[1-9]$/.test(word));
  return counted.length > 1 ? counted.toSorted().join(" ") : (counted[0] ?? "");
}
