/** Files as programs and people write them: quotes, byte order marks, line ends, code pages. */
import { expect, test } from "bun:test";
import iconv from "iconv-lite";
import { preview } from "../../daemon/imports/preview.ts";
import type { Format } from "../../daemon/imports/read/format.ts";

const NO_CHOICES = { mapping: {}, constants: [] };

async function read(
  file: string | Uint8Array<ArrayBuffer>,
  country: string | null = "DE",
  format: Format = "csv",
) {
  const options = {
    ...{ format, encoding: undefined, sheet: undefined, choices: NO_CHOICES },
    default_country: country,
  };
  const result = await preview(new Blob([file]).stream(), options);
  const people = result.records.map(({ contact, refusal }) => [
    contact?.name,
    contact?.phone_number,
    refusal?.code,
  ]);
  return { ...result, people };
}

const ADA = ["Ada", "+4915123456701", undefined];
const BOB = ["Bob", "+4915123456702", undefined];

test.each([
  ["rows without a value at the end", "Name,Phone\nAda,0151 23456701\nBob,0151 23456702\n,,\n ,\n"],
  ["the end of a DOS file", "Name,Phone\r\nAda,0151 23456701\r\nBob,0151 23456702\r\n\u001a"],
  ["spaces before quotes", 'Name, "Phone"\n"Ada", "0151 23456701"\n"Bob" , "0151 23456702"\n'],
  ["a byte order mark twice", "\ufeff\ufeffName,Phone\nAda,0151 23456701\nBob,0151 23456702\n"],
  ["carriage returns alone", "Name,Phone\rAda,0151 23456701\rBob,0151 23456702\r"],
  ["two carriage returns", "Name,Phone\r\r\nAda,0151 23456701\r\r\nBob,0151 23456702\r\r\n"],
  ["Excel's line in quotes", '"sep=;"\nName;Phone\nAda;0151 23456701\nBob;0151 23456702\n'],
  ["texts as formulas", 'Name,Phone\nAda,"=""0151 23456701"""\nBob,\'0151 23456702\n'],
])("a file with %s", async (_, file) => {
  expect((await read(file)).people).toEqual([ADA, BOB]);
});

test("a quote within a field is part of it, and a quoted field may have the separator after a space", async () => {
  const file =
    'Name; Ort; Phone\nHans "Hansi" Meier; "Köln; Ehrenfeld"; 0151 23456701\n"a"b;;0151 23456702\n';
  const { people, records } = await read(file);
  expect(people).toEqual([
    ['Hans "Hansi" Meier', "+4915123456701", undefined],
    ['"a"b', "+4915123456702", undefined],
  ]);
  expect(records[0]?.contact?.custom_fields).toEqual({ Ort: "Köln; Ehrenfeld" });
});

test.each(["\r", "\r\r\n"])("cards whose lines end in %j", async (end) => {
  const card = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    "FN:Ada",
    "BDAY:1980-01-05",
    "TEL:0151 23456701",
    "END:VCARD",
    "",
  ];
  const { people, records } = await read(card.join(end), "DE", "vcard");
  expect(people).toEqual([ADA]);
  expect(records[0]?.contact?.custom_fields).toEqual({ birthday: "1980-01-05" });
});

test.each([
  ["PL", "windows-1250", "Żaneta Świątek", "+48512345678"],
  ["PL", "cp852", "Łukasz Gąsior", "+48512345678"],
  ["CZ", "windows-1250", "Jiří Dvořák", "+420601123456"],
  ["HU", "cp852", "Gyöngyi Szűcs", "+36201234567"],
  ["DE", "windows-1252", "Jürgen Groß", "+4915123456701"],
  ["DE", "cp850", "Jürgen Groß", "+4915123456701"],
  ["FR", "cp850", "Hélène Lefèvre", "+33612345678"],
  ["DK", "cp850", "Søren Kærgård", "+4534412345"],
  ["ES", "cp850", "Íñigo Muñoz", "+34612345678"],
] as const)(
  "of a file from %s in %s, the country decides the letters",
  async (country, encoding, name, number) => {
    const file = new Uint8Array(iconv.encode(`Name;Phone\r\n${name};${number}\r\n`, encoding));
    const { people, warnings, ...result } = await read(file, country);
    expect([result.encoding, ...people]).toEqual([encoding, [name, number, undefined]]);
    expect(warnings).toEqual([]);
  },
);

test("where no country decides the letters, a guess is reported", async () => {
  const file = (encoding: string) =>
    new Uint8Array(iconv.encode("Name;Phone\nJürgen Größl;+4915123456701\n", encoding));
  expect((await read(file("cp850"), null)).encoding).toBe("cp850");
  expect((await read(file("windows-1252"), null)).warnings).toEqual([
    { code: "unsure_encoding", detail: expect.stringContaining("windows-1252") },
  ]);
  expect((await read("Name;Phone\nJürgen;+4915123456701\n", null)).warnings).toEqual([]);
});

test.each([
  ["Telefonnummer des Kunden", "phone_number"],
  ["Kunden-Handynr.", "phone_number"],
  ["numer telefonu komórkowego klienta", "phone_number"],
  ["số điện thoại di động", "phone_number"],
  ["휴대폰 번호", "phone_number"],
  ["מספר טלפון נייד", "phone_number"],
  ["เบอร์โทรศัพท์มือถือ", "phone_number"],
  ["Matkapuhelinnumero", "phone_number"],
  ["Mobilní telefon", "phone_number"],
  ["客户手机号码", "phone_number"],
  ["Мобільний телефон", "phone_number"],
  ["Customer E-Mail (private)", "email"],
  ["Phone type", "custom_fields.Phone type"],
  ["Handyvertrag", "custom_fields.Handyvertrag"],
  ["Fax number", "custom_fields.Fax number"],
  ["Hotel", "custom_fields.Hotel"],
])("a column '%s' is for %s", async (heading, field) => {
  expect((await read(`${heading};Ort\n1;2\n`)).columns[0]?.field ?? null).toBe(field);
});
