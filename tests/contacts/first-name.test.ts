/** The first name that texts greet people by, and what is none. */
import { expect, test } from "bun:test";
import { firstNameOf } from "../../daemon/contacts/first-name.ts";
import { isNothing } from "../../daemon/contacts/no-name.ts";

test.each([
  ["Ada Byron", "Ada"],
  ["Weber, Jürgen", "Jürgen"],
  ["Weber , Dr. Jürgen", "Jürgen"],
  ["Dr. Lena Groß", "Lena"],
  ["Prof. Dr. med. Lena Groß", "Lena"],
  ["Dr.Lena Groß", "Lena"],
  ["Dipl.-Ing. Uwe Kurz", "Uwe"],
  ["Frau Dr. Lena Groß", "Lena"],
  ["Mr. John Smith", "John"],
  ["Sra. Carmen Ruiz", "Carmen"],
  ["Doña Carmen", "Carmen"],
  ["Pak Budi", "Budi"],
  ["د. أحمد علي", "أحمد"],
  ["г-н Иван Петров", "Иван"],
  ["Lena Groß, M.Sc.", "Lena"],
  ["John Smith, Jr.", "John"],
  ["🌸 Mia 🌸", "Mia"],
  ["(Mia) Klein", "Mia"],
  ["Jean-Luc Picard", "Jean-Luc"],
  ["D'Arcy Wu", "D'Arcy"],
  ["  Zoë\u00a0Kravitz ", "Zoë"],
  ["王伟", "王伟"],
  ["M. Claude Petit", "Claude"],
  ["أ. محمد علي", "محمد"],
  ["Nan Goldin", "Nan"],
])("of %s it is %s", (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});

test.each([
  "+49 151 23456789",
  "4915123456789",
  "Frau Groß",
  "Mr. Smith",
  "M. Petit",
  "nan",
  "NULL",
  "-",
  "🌸",
  "Dr.",
  "",
])("'%s' has none", (name) => {
  expect(firstNameOf(name)).toBeNull();
});

test.each([
  "nan",
  "NaN",
  "NULL",
  "null",
  "None",
  "#N/A",
  "\\N",
  "-",
  "--",
  "—",
  "n/a",
  "undefined",
  "nan nan",
  "?",
  " . ",
])("'%s' is what programs write for nothing", (text) => {
  expect(isNothing(text)).toBe(true);
});

test.each(["Nan", "Null", "Ono", "N. N.", "🌸", "Na", "王"])("'%s' may be a name", (text) => {
  expect(isNothing(text)).toBe(false);
});
