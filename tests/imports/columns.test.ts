/** Columns of a spreadsheet are recognised by the names that people give them. */
import { describe, expect, test } from "bun:test";
import { readCsv } from "../../daemon/imports/read/csv.ts";
import { prepare } from "../../daemon/imports/read/prepare.ts";

const NO_CHOICES = { mapping: {}, constants: [] };
const bytes = (text: string) => new TextEncoder().encode(text);
const targetsOf = (heading: string, choices: Parameters<typeof prepare>[2] = NO_CHOICES) =>
  prepare("csv", bytes(`${heading}\n`), choices).settings.columns.map(({ target }) => target);

/** The fields of one record under a heading. */
function read(heading: string, record: string) {
  const { settings } = prepare("csv", bytes(`${heading}\n${record}\n`), NO_CHOICES);
  const [row] = readCsv([{ line: 2, bytes: bytes(record), next: { offset: 0, line: 3 } }], settings);
  return row?.fields;
}

test.each([
  ["English", "Mobile;First name;Last name;E-mail address;Tags"],
  ["German", "Handynummer;Vorname;Nachname;E-Mail-Adresse;Schlagwörter"],
  ["Spanish", "Teléfono móvil;Nombre;Apellidos;Correo electrónico;Etiquetas"],
  ["Portuguese", "Celular;Nome;Sobrenome;Endereço de e-mail;Etiquetas"],
  ["French", "Téléphone portable;Prénom;Nom;Courriel;Étiquettes"],
  ["Italian", "Cellulare;Nome;Cognome;Indirizzo e-mail;Etichette"],
  ["Dutch", "Mobiel nummer;Voornaam;Achternaam;E-mailadres;Labels"],
  ["Polish", "Telefon komórkowy;Imię;Nazwisko;Adres e-mail;Etykiety"],
  ["Turkish", "CEP TELEFONU;ADI;SOYADI;E-POSTA;ETİKETLER"],
  ["Russian", "Мобильный телефон;Имя;Фамилия;Электронная почта;Теги"],
  ["Arabic", "رقم الجوال;الاسم الأول;اسم العائلة;البريد الإلكتروني;الوسوم"],
  ["Hindi", "मोबाइल नंबर;पहला नाम;उपनाम;ईमेल;टैग"],
  ["Indonesian", "Nomor HP;Nama depan;Nama belakang;Alamat email;Label"],
  ["Chinese", "手机号码;名;姓;邮箱;标签"],
  ["Japanese", "携帯電話番号;名;姓;メールアドレス;タグ"],
])("headings in %s", (_, heading) => {
  expect(targetsOf(heading)).toEqual(["phone_number", "first_name", "last_name", "email", "tags"]);
});

test("a word for a name is the last name beside a first name, and all of it alone", () => {
  expect(targetsOf("Tel;Vorname;Name")).toEqual(["phone_number", "first_name", "last_name"]);
  expect(targetsOf("Tel;Nombre")).toEqual(["phone_number", "name"]);
  expect(read("Tel;Vorname;Name", "1;Gülay;Weiß")).toMatchObject({
    name: "Gülay Weiß",
    custom_fields: { first_name: "Gülay", last_name: "Weiß" },
  });
  expect(read("Tel;Vorname;Name", "1;Ada;Ada Byron")?.name).toBe("Ada Byron");
  expect(read("手机;姓;名", "1;张;伟")?.name).toBe("张伟");
});

test("columns of one name are numbered; WhatsApp comes before mobile, and mobile before any other number", () => {
  const heading = "Telefon;Telefon;Handy;WhatsApp;Ort;Ort";
  const { columns } = prepare("csv", bytes(`${heading}\n`), NO_CHOICES).settings;
  expect(columns.map(({ header }) => header)).toEqual([
    ...["Telefon", "Telefon 2", "Handy", "WhatsApp", "Ort", "Ort 2"],
  ]);
  expect(read(heading, "1;2;3;4;a;b")).toMatchObject({
    phone_cells: [
      { header: "WhatsApp", text: "4" },
      { header: "Handy", text: "3" },
      { header: "Telefon", text: "1" },
      { header: "Telefon 2", text: "2" },
    ],
    custom_fields: { Ort: "a", "Ort 2": "b" },
  });
});

test("a customer number is an external id once it is known of which system", () => {
  const constants = [{ target: "external_source" as const, text: "shop" }];
  expect(targetsOf("Tel;Kundennummer")).toEqual(["phone_number", "custom_fields.Kundennummer"]);
  expect(targetsOf("Tel;Kundennummer", { mapping: {}, constants })).toEqual(["phone_number", "external_id"]);
});

test("a user name and a LID are WhatsApp's beside its user id, or when they say so", () => {
  expect(targetsOf("BSUID;Lid;Username")).toEqual(["bsuid", "lid", "username"]);
  expect(targetsOf("Tel;Lid;Username")).toEqual([
    ...(["phone_number", "custom_fields.Lid", "custom_fields.Username"] as const),
  ]);
  expect(targetsOf("Tel;WhatsApp-Benutzername")).toEqual(["phone_number", "username"]);
});

describe("what separates the cells", () => {
  const delimiterOf = (text: string) => prepare("csv", bytes(text), NO_CHOICES).settings.delimiter;
  test.each([
    ["semicolons, a comma in a heading", "Name, Vorname;Telefon\nByron, Ada;1\nByron, Allegra;2\n", ";"],
    ["commas in each cell", "Name;Telefon\nA, B, C;1\nD, E, F;2\n", ";"],
    ["tabs", "Telefon\tName\n1\tAda; B\n", "\t"],
    ["one column", "Telefon\n1;2\n3;4\n", ","],
    ["Excel's own line", "sep=|\nTelefon|Name;Vorname\n1|Ada;B\n", "|"],
  ])("%s", (_, text, delimiter) => {
    expect(delimiterOf(text)).toBe(delimiter);
  });

  test("the heading is behind Excel's own line", () => {
    const text = "sep=;\r\nTelefon;Name\r\n1;Ada\r\n";
    expect(prepare("csv", bytes(text), NO_CHOICES).start).toEqual({ offset: text.indexOf("1;"), line: 3 });
  });
});
