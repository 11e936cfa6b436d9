/** What stands around a number, repeated signs, and numbers that lack a part. */
import { expect, test } from "bun:test";
import { readNumber } from "../../daemon/phone-numbers/read.ts";
import { whyRefused } from "../../daemon/phone-numbers/refusal.ts";

test.each([
  ["tel:2015550123;phone-context=+1", null, "+12015550123", ""],
  ["tel:5550123;phone-context=+1-201", null, "+12015550123", ""],
  ["tel:0151-23456789;phone-context=+49", "US", "+4915123456789", ""],
  ["tel:0151-23456789;phone-context=example.com", "DE", "+4915123456789", ""],
  ["tel:+49-30-1234590;isub=12;ext=3", null, "+49301234590", "ext=3, isub=12"],
  ["030 1234590 ; 4711", "DE", "+49301234590", "; 4711"],
  ["030 1234590, 4711", "DE", "+49301234590", ", 4711"],
  ["030 1234590 Nebenstelle 12", "DE", "+49301234590", "Nebenstelle 12"],
  ["11 4331-6199 extensión 7", "AR", "+541143316199", "extensión 7"],
  ["+7 495 123-45-67 доб. 123", "RU", "+74951234567", "доб. 123"],
  ["03-1234-5678 内線123", "JP", "+81312345678", "内線123"],
  ["0212 345 67 89 dahili 12", "TR", "+902123456789", "dahili 12"],
  ["201-555-0123 x 123456789", "US", "+12015550123", "x 123456789"],
  ["+49 151 23456789,,4711#", "DE", "+4915123456789", ",,4711#"],
  ["+49 151 23456789p4711", "DE", "+4915123456789", "p4711"],
  ["+0049 171 2345678", "DE", "+491712345678", ""],
  ["++49 171 2345678", null, "+491712345678", ""],
  ["00+49 171 2345678", "BR", "+491712345678", ""],
  ["(++49) 171 2345678", "DE", "+491712345678", ""],
  ["(0xx21) 2345-6789", "BR", "+552123456789", ""],
  ["0XX11 96123-4567", "BR", "+5511961234567", ""],
  ["+55 (0xx11) 96123-4567", null, "+5511961234567", ""],
  ["556181230009", "BR", "+556181230009", ""],
  ["55 61 8123-0009", "BR", "+556181230009", ""],
])("%s in a file of %p is %s with '%s' beside it", (written, country, number, beside) => {
  expect(readNumber(written, country)).toMatchObject({ kind: "one", number, beside });
});

test.each([
  ["8123-0009", "BR"],
  ["981230009", "BR"],
  ["4331-6199", "AR"],
  ["5512 3456", "MX"],
  ["555-0123", "US"],
  ["7946 0801", "GB"],
  ["2345678", "CO"],
  ["2345 6789", "IN"],
  ["23456999", "DE"],
  ["123456", "AT"],
  ["1234-5678", "JP"],
  ["234-56-78", "RU"],
])("%s in %s lacks its area code, and is nobody's abroad", (written, country) => {
  const read = readNumber(written, country);
  expect(read).toMatchObject({ kind: "none", why: "incomplete" });
  if (read.kind === "none") expect(whyRefused(read, written, country)).toContain("lacks its area code");
});

test.each([
  ["0234 5678", "DE", "+492345678"],
  ["12345678", "PE", "+5112345678"],
  ["27 42 08 99", "LU", "+35227420899"],
  ["800423", "AE", "+971800423"],
  ["91234567", "SG", "+6591234567"],
])("%s in %s is whole", (written, country, number) => {
  expect(readNumber(written, country)).toMatchObject({ kind: "one", number });
});

test("a Brazilian number of ten digits that Singapore has, too, stays one of Singapore", () => {
  expect(readNumber("6581234567", "BR")).toMatchObject({ number: "+6581234567" });
  expect(readNumber("6181230009", "BR")).toMatchObject({ kind: "none" });
});
