/** What the heading of a column is taken for, in questions, with examples and in other languages. */
import { expect, test } from "bun:test";
import { readHeading } from "../../daemon/imports/read/headings/headings.ts";

test.each([
  [
    "phone_number",
    ["Wie lautet deine Handynummer?", "What is your mobile number?", "Quel est ton numéro de portable ?"],
  ],
  [
    "phone_number",
    [
      "Qual é o seu celular?",
      "ما هو رقم جوالك؟",
      "您的电话号码是？",
      "휴대폰 번호를 입력하세요",
      "Berapa nomor HP kamu?",
    ],
  ],
  ["name", ["¿Cuál es su nombre?", "Ihr Name *", "Как вас зовут имя", "customer_full_name", "您的姓名"]],
  ["first_name", ["FNAME", "billing first name", "Given Name", "Dein Vorname", "Prénom du client"]],
  [
    "country",
    ["Dialing code", "Country prefix", "Ländervorwahl (z. B. 49)", "Phone country code", "كود الدولة"],
  ],
  ["area_code", ["STD code", "Ortsvorwahl", "Código de área", "Код города", "LADA"]],
])("%s: %j", (field, headings) => {
  expect(headings.map((heading) => [heading, readHeading(heading)?.field])).toEqual(
    headings.map((heading) => [heading, field]),
  );
});

test.each([
  "Phone type",
  "Telefonanbieter",
  "Order number",
  "Postal code",
  "Promo code",
  "Last contact",
  "Do you have WhatsApp?",
  "Handy model",
])("'%s' is none of them", (heading) => {
  expect(readHeading(heading)).toBeUndefined();
});
