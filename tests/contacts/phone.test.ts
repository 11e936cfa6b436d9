import { expect, test } from "bun:test";
import { parsePhone } from "../../daemon/contacts/phone.ts";

test.each([
  ["+1 (415) 555-0123", null, "+14155550123"],
  ["14155550123", null, "+14155550123"],
  ["14155550123", "DE", "+14155550123"],
  ["4155550123", "US", "+14155550123"],
  ["(431) 234-5678", "CA", "+14312345678"],
  ["4312345678", "CA", "+4312345678"],
  ["0049 170 1234567", null, "+491701234567"],
  ["0170/1234567", "DE", "+491701234567"],
  ["170 1234567", "DE", "+491701234567"],
  ["07911 123456", "GB", "+447911123456"],
  ["11912345678", "BR", "+5511912345678"],
  ["+1 555 000 1111", null, "+15550001111"],
])("%s written in %s is %s", (given, country, number) => {
  expect(parsePhone(given, country)).toBe(number);
});

test.each(["", "12-ab", "+1", "911", "+999123456789", "0170 1234567", "1-800-FLOWERS", `+${"1".repeat(50)}`])(
  "'%s' is no phone number where no country is known",
  (given) => {
    expect(parsePhone(given, null)).toBeNull();
  },
);
