/** In which language the page speaks, and how that language writes counts. */
import { afterEach, expect, test } from "bun:test";
import { askedLanguage } from "../../../daemon/page/languages/asked.ts";
import { list, money, number, plural, relative, speak, time } from "../../../daemon/page/languages/forms.ts";
import { bestLanguage } from "../../../daemon/page/languages/texts.ts";

afterEach(() => speak("en"));

const asked = (headers: Record<string, string>) =>
  askedLanguage(new Request("http://localhost/", { headers }));

test.each([
  [["pt"], "pt-BR"],
  [["pt-PT"], "pt-BR"],
  [["PT-br"], "pt-BR"],
  [["xx", "pt"], "pt-BR"],
  [["xx"], "en"],
  [[], "en"],
  [["*"], "en"],
])("of %p, %s is spoken", (wished, language) => {
  expect<string>(bestLanguage(wished)).toBe(language);
});

test.each([
  ["what the browser wishes most", { "accept-language": "en;q=0.5, pt-BR;q=0.9" }, "pt-BR"],
  ["not what it does not take", { "accept-language": "pt;q=0" }, "en"],
  [
    "what was chosen on the page, whatever the browser wishes",
    { "accept-language": "en", cookie: "a=b; waypost_language=pt-BR" },
    "pt-BR",
  ],
  ["English where a cookie says nothing known", { cookie: "waypost_language=../../etc" }, "en"],
  ["English where nothing is wished", {}, "en"],
])("a page is in %s", (_what, headers, language) => {
  expect<string>(asked(headers)).toBe(language);
});

test.each([
  ["en", 1, "1 chat"],
  ["en", 1234, "1,234 chats"],
  ["de", 1234, "1.234 chats"],
  ["ar", 0, "none"],
  ["ar", 2, "two"],
  ["ar", 5, "few"],
  ["ar", 11, "many"],
])("in %s, %p is counted as %p", (language, count, text) => {
  speak(language);
  const forms = { zero: "none", two: "two", few: "few", many: "many", one: "# chat", other: "# chats" };
  expect(plural(count, forms)).toBe(text);
});

test("numbers, money, days and lists are those of the language", () => {
  speak("de");
  expect([number(1234.5), money(0.0512, "EUR"), time("2026-11-29T12:00:00Z", "date", "UTC")]).toEqual([
    "1.234,5",
    "0,0512\u00a0€",
    "29.11.2026",
  ]);
  expect([relative(-1, "day"), list(["Ada", "Grace", "Mary"])]).toEqual(["gestern", "Ada, Grace und Mary"]);
});
