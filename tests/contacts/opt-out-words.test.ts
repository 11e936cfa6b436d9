/** What asks for no more messages, and what asks for them again: one word, however a person writes it. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { optOutWords, readOptOutRequest, wordsOf } from "../../daemon/contacts/opt-out.ts";
import { DEFAULT_OPT_OUT } from "../../daemon/contacts/opt-out-words.ts";

const kindOf = (body: string) => readOptOutRequest(optOutWords(null), "text", { body })?.kind ?? null;

test.each([
  ...[
    "STOP",
    " stop. ",
    "Stop 🙏",
    "*STOP*",
    "_Stop_",
    "~stop~",
    "```stop```",
    "«Stop»",
    "¡STOP!",
    "stop🛑",
    "Stop\n\n",
  ],
  ...[
    "‎STOP",
    "‏stop‏",
    "st\u200bop",
    "s\u00adtop",
    "\ufeffstop",
    "stop\ufe0f",
    "𝗦𝗧𝗢𝗣",
    "ⓢⓣⓞⓟ",
    "ＳＴＯＰ",
    "stòp",
  ],
  ...[
    "stop all",
    "STOP-ALL",
    "stopall",
    "opt out",
    "Opt-Out",
    "OPT‑OUT",
    "optout",
    "un-subscribe",
    "Stop promotions",
  ],
  ...[
    "Détener promociones",
    "darme de baja",
    "DARME  DE BAJA",
    "no mas mensajes",
    "cancelar suscripcion",
    "Dar de baja.",
  ],
  ...[
    "arret",
    "ARRÊT",
    "se desabonner",
    "Me désabonner",
    "Arrêter les promotions",
    "pare",
    "Parar promocoes",
  ],
  ...[
    "disiscrivimi",
    "Annulla l´iscrizione",
    "annulla l’iscrizione",
    "ABONELIKTEN ÇIK",
    "abonelikten cik",
    "ABONELİKTEN ÇIK",
  ],
  ...[
    "إيقاف",
    "ايقاف",
    "أيقاف",
    "إيقـــاف",
    "إِيقَاف",
    "إلغاء الإشتراك",
    "الغا الاشتراك",
    "ايقاف العروض",
    "‏إيقاف‏",
  ],
  ...[
    "Стоп",
    "отпишите меня",
    "ОТПИСАТЬСЯ",
    "відписатись",
    "रोकें",
    "बंद करें",
    "wypisz się",
    "WYPISZ SIE",
    "dezabonare",
  ],
  ...[
    "退订",
    "退訂",
    "配信停止",
    "수신 거부",
    "수신거부",
    "หยุด",
    "huỷ đăng ký",
    "huy dang ky",
    "ΣΤΟΠ",
    "στόπ",
    "הסר",
    "עצור",
  ],
])("%p opts out", (said) => {
  expect(kindOf(said)).toBe("stop");
});

test.each([
  ...[
    "START",
    "Unstop",
    "Opt-in",
    "optin",
    "Start promotions",
    "BAŞLAT",
    "baslat",
    "BASLAT",
    "s'abonner",
    "sabonner",
  ],
  ...["reabonner", "старт", "ابدا", "إبدأ", "शुरू करें", "ALTA", "Suscribirme.", "Zapisz mnie", "订阅", "구독"],
])("%p opts in again", (said) => {
  expect(kindOf(said)).toBe("start");
});

test.each([
  ...[
    "",
    "   ",
    "!!!",
    "🛑",
    "\u200f",
    "stop please",
    "please stop",
    "Stopp bitte",
    "unsubscribe me",
    "s t o p",
    "S.T.O.P",
  ],
  ...[
    "when do you stop?",
    "the bus stop",
    "non-stop",
    "one-stop shop",
    "stopwatch",
    "I can't stop laughing",
    "quit",
  ],
  ...[
    "cancel",
    "end",
    "remove",
    "Stop by at 9",
    "full stop",
    "no",
    "nein",
    "basta",
    "alto",
    "fin",
    "رمز",
    "قف",
    "توقف",
  ],
  ...[
    "iptal",
    "İPTAL",
    "लिखें",
    "रोको",
    "отписка",
    "descadastre",
    "austragen",
    "baja el precio",
    "¿hay baja?",
    "dame el alta médica",
  ],
  ...[
    "Ich will mich nicht abmelden",
    "wie kann ich mich abmelden",
    "parar na esquina",
    "seis",
    "لا أريد إيقاف الرسائل",
    "停车",
    "拒收",
  ],
])("%p asks for neither", (said) => {
  expect(kindOf(said)).toBeNull();
});

test("an organisation's own words are compared the same way", () => {
  const own = { stop: ["Schlußstrich", "Ende–Gelände"], start: ["Łódź"], stopped: null, started: null };
  const words = wordsOf({ enabled: true, languages: { de: own } });
  const ask = (body: string) => readOptOutRequest(words, "text", { body })?.kind ?? null;
  expect(["schlussstrich!", "ende gelande", "ENDEGELÄNDE", "lodz", "stop"].map(ask)).toEqual([
    ...["stop", "stop", "stop", "start", null],
  ] as ("stop" | "start" | null)[]);
  expect(wordsOf({ enabled: false, languages: { de: own } }).size).toBe(0);
});

const tap = (title: unknown) => readOptOutRequest(optOutWords(null), "interactive", { title })?.kind ?? null;

test.each([
  "Stop promotions",
  "Detener promociones",
  "Parar promoções",
  "Promosyonları durdur",
  "Stop promosi",
])("a tap on %p opts out", (title) => {
  expect([tap(title), tap([title])]).toEqual(["stop", null]);
});

const bare = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

describe.each(Object.entries(DEFAULT_OPT_OUT.languages))("in %s", (_, { stop, start, stopped, started }) => {
  test("each word asks for what it is listed for", () => {
    expect(stop.filter((word) => kindOf(word) !== "stop")).toEqual([]);
    expect(start.filter((word) => kindOf(word) !== "start")).toEqual([]);
  });

  test("the replies name a word that undoes them", () => {
    const names = (reply: string | null, kind: string) =>
      words.some(([word, of]) => of === kind && bare(reply ?? "").includes(bare(word)));
    const words = [
      ...start.map((word) => [word, "start"] as const),
      ...[...stop, "stop", "stopp"].map((word) => [word, "stop"] as const),
    ];
    expect([names(stopped, "start"), names(started, "stop")]).toEqual([true, true]);
  });
});

// what an outside look found: skipped where it is absent
const CASES = `${import.meta.dir}/../../../shared/cases/28-november`;
type Case = { said: string; as_: string; right: string };

describe.skipIf(!existsSync(CASES))("what people said to others", async () => {
  for (const file of ["opt-out-failing.json", "opt-out-passing.json"]) {
    const cases: Case[] = existsSync(CASES) ? await Bun.file(`${CASES}/${file}`).json() : [];
    for (const { said, as_, right } of cases)
      test(`${said} as ${as_} ${right}`, () => {
        const found = as_ === "text" ? kindOf(said) : tap(said);
        expect(found === "stop" ? "opts out" : "does not").toBe(right);
      });
  }
});
