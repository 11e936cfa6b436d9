/** Texts that are read as one number, and texts that are refused because a person would ask. */
import { expect, test } from "bun:test";
import { readNumber } from "../../daemon/phone-numbers/read.ts";
import { onlyNumber, whyRefused } from "../../daemon/phone-numbers/refusal.ts";
import { storedDigits } from "../../daemon/phone-numbers/stored.ts";

test.each([
  ["+1 (415) 555-0123", null, "+14155550123"],
  ["14155550123", null, "+14155550123"],
  ["14155550123", "DE", "+14155550123"],
  ["4155550123", "US", "+14155550123"],
  ["(431) 234-5678", "CA", "+14312345678"],
  ["0049 170 1234567", null, "+491701234567"],
  ["0170/1234567", "DE", "+491701234567"],
  ["170 1234567", "DE", "+491701234567"],
  ["07911 123456", "GB", "+447911123456"],
  ["11912345678", "BR", "+5511912345678"],
  ["\u202a+49 170 1234567\u202c", null, "+491701234567"],
  ["＋４９ １７０ １２３４５６７", null, "+491701234567"],
  ["+49\u2011170\u20111234567", null, "+491701234567"],
  ["+49\u00a0170\u00a01234567", null, "+491701234567"],
  ["+1 555 000 1111", null, "+15550001111"],
  ["4915123457114.0", "DE", "+4915123457114"],
  ["4915123457114.0", null, "+4915123457114"],
  ["4915123457114,00", "FR", "+4915123457114"],
  ["4.915123457114E+12", "DE", "+4915123457114"],
  ["4,915,123,457,114", null, "+4915123457114"],
  ["01.23.45.67.00", "FR", "+33123456700"],
  ["436641234567.0", "DE", "+436641234567"],
  ["49 151 23456731", "DE", "+4915123456731"],
  ["49/170/1234513", "DE", "+491701234513"],
  ["49 (0)151 23456731", "DE", "+4915123456731"],
  ["44 7400 123456", "DE", "+447400123456"],
  ["51 99123-4567", "BR", "+5551991234567"],
  ["011 49 151 23456789", "US", "+4915123456789"],
  ["8~10 49 151 23456789", "RU", "+4915123456789"],
  ["+52 1 55 1234 5678", null, "+5215512345678"],
  ["95123456", "BJ", "+22995123456"],
  ["+٤٩١٥١٢٣٤٥٦٧٨١", "DE", "+4915123456781"],
  ["۰۹۱۲۱۲۳۴۵۶۷", "IR", "+989121234567"],
  ['="0151 23456789"', "DE", "+4915123456789"],
  ["'0151 23456789", "DE", "+4915123456789"],
  ["tel:+49-151-23456789", null, "+4915123456789"],
  ["whatsapp:+4915123456789", null, "+4915123456789"],
  ["https://wa.me/4915123456789?text=Hi", "BR", "+4915123456789"],
  ["https://api.whatsapp.com/send?phone=4915123456789&text=x", null, "+4915123456789"],
  ["4915123456789@c.us", "BR", "+4915123456789"],
  ["4915123456789:12@s.whatsapp.net", null, "+4915123456789"],
  ["p:+4915123456789", null, "+4915123456789"],
  ["Tel. 0151/23456789", "DE", "+4915123456789"],
  ["0151 23456789;", "DE", "+4915123456789"],
])("%s in a file of %p is %s", (written, country, number) => {
  expect(readNumber(written, country)).toMatchObject({ kind: "one", number, beside: "" });
});

test.each([
  ["0151 23456789 (privat)", "(privat)"],
  ["+49 151 23456789 x12", "x12"],
  ["+49 151 23456789 ext. 12", "ext. 12"],
  ["0151 23456789 / Büro", "Büro"],
])("%s is a number with %s beside it", (written, beside) => {
  expect(readNumber(written, "DE")).toMatchObject({ kind: "one", number: "+4915123456789", beside });
  expect(onlyNumber(readNumber(written, "DE"), written, "DE")).toMatchObject({
    refusal: expect.stringContaining("write +4915123456789"),
  });
});

test.each([
  ["+49 30 1234567/68", ["+49301234567", "+49301234568"]],
  ["0151 23456783/84", ["+4915123456783", "+4915123456784"]],
  ["0151 23456789 2", ["+4915123456789"]],
  ["0151 23456789 (1)", ["+4915123456789"]],
  ["15123456789.0", ["+4915123456789", "+15123456789"]],
])("%s could be several numbers, and is none", (written, could) => {
  const read = readNumber(written, "DE");
  expect(read).toEqual({ kind: "none", why: "ambiguous", could });
  if (read.kind === "none") expect(whyRefused(read, written, "DE")).toContain(could.join(" or "));
});

test.each([
  ["+49 1512 3456782 / +49 30 1234567", ["+4915123456782", "+49301234567"]],
  ["0151 23456782; 0151 23456783", ["+4915123456782", "+4915123456783"]],
  ["+49 1512 3456702 ::: +49 1512 3456703", ["+4915123456702", "+4915123456703"]],
  ["+4915123456782+4915123456783", ["+4915123456782", "+4915123456783"]],
  ["0151 23456782 oder 030 1234567", ["+4915123456782", "+49301234567"]],
])("%s is several numbers", (written, numbers) => {
  expect(readNumber(written, "DE")).toEqual({ kind: "several", numbers });
});

test.each([
  ["", "not_a_number"],
  ["12-ab", "not_a_number"],
  ["911", "not_a_number"],
  ["*123#", "not_a_number"],
  ["1-800-FLOWERS", "not_a_number"],
  ["Fax 030 1234567", "not_a_number"],
  [`+${"1".repeat(300)}`, "not_a_number"],
  ["0170 1234567", "no_country"],
  ["+999123456789", "not_assigned"],
  ["99999999999999", "not_assigned"],
  ["+491512345678999", "not_assigned"],
  ["4900000", "no_country"],
  ["612 34 56 71", "no_country"],
  ["4.92E+11", "shortened"],
  ["US.15550000001", "user_id"],
  ["\u200eUS.15550000001\u200f", "user_id"],
  ["ＵＳ.15550000001", "user_id"],
  [" DE.4915123456789 ", "user_id"],
  ["US.ENT.11815799212886844830", "user_id"],
  ["us.13491208655302741918", "user_id"],
])("'%s' is not a number where no country is known", (written, why) => {
  expect(readNumber(written, null)).toMatchObject({ kind: "none", why });
});

test.each(["99999999999999", "0151 2345678", "0151234567890123"])(
  "'%s' is no number in Germany",
  (written) => {
    expect(readNumber(written, "DE")).toMatchObject({ kind: "none" });
  },
);

test("digits that are numbers of two countries are the file's country's, and it is said", () => {
  expect(readNumber("84991234567", "BR")).toMatchObject({ number: "+5584991234567", other: "+84991234567" });
  expect(readNumber("5321234567", "TR")).toMatchObject({ number: "+905321234567" });
  expect(readNumber("0532 123 45 67", "TR")).toMatchObject({ number: "+905321234567", other: null });
});

test("where nobody sees the choice, digits that are mobile numbers of two countries are refused", () => {
  const only = (written: string, country: string) =>
    onlyNumber(readNumber(written, country), written, country);
  expect(only("84991234567", "BR")).toMatchObject({
    refusal: expect.stringContaining("+5584991234567 or +84991234567"),
  });
  expect(only("4155550123", "US")).toMatchObject({ number: "+14155550123" });
});

test("a number is looked for as it is read, and as the digits are", () => {
  expect(storedDigits("84991234567", "BR")).toEqual(["5584991234567", "84991234567"]);
  expect(storedDigits("4915123457114.0", null)).toEqual(["4915123457114"]);
  expect(storedDigits("+49 30 1234567/68", null)).toEqual([]);
  expect(storedDigits("12345", null)).toEqual(["12345"]);
});
