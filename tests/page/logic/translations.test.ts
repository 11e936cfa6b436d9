/** The translations: each has all texts of English and no others, and each text says something, in its language. */
import { afterEach, describe, expect, test } from "bun:test";
import { speak } from "../../../daemon/page/languages/forms.ts";
import { LANGUAGE_NAMES, textsIn } from "../../../daemon/page/languages/texts.ts";

afterEach(() => speak("en"));

/** All that a language says, by where it stands. */
function textsOf(value: unknown, at = ""): [at: string, text: unknown][] {
  if (typeof value !== "object" || value === null) return [[at, value]];
  return Object.entries(value).flatMap(([key, one]) => textsOf(one, `${at}.${key}`));
}

const ENGLISH = textsOf(await textsIn("en"));

/** Names, and words that other languages have as well. */
const SAME = new Set([
  ...["", "123456", "ok", "No", "%s (%s)", "waypostd serve", "webhook-id", "WhatsApp Web", "Evolution API"],
  ...[
    "Waypost",
    "WhatsApp",
    "WAHA",
    "CLI",
    "curl",
    "CRM",
    "PIN",
    "Passkey",
    "CSV",
    "Excel",
    "OpenDocument",
    "Latitude",
    "Longitude",
    "NDJSON",
    "vCard",
  ],
  ...[
    "Admin",
    "Audio",
    "Broadcast",
    "Broadcasts",
    "Budgets",
    "Buttons",
    "Code",
    "Codes",
    "Emojis",
    "Endpoint",
    "Endpoints",
  ],
  ...[
    "File",
    "Format",
    "Inbox",
    "Link",
    "Marketing",
    "Metadata",
    "Name",
    "Navigation",
    "Normal",
    "Organisation",
  ],
  ...[
    "Person",
    "Program",
    "Proxy",
    "Sandbox",
    "Status",
    "Sticker",
    "Team",
    "Teams",
    "Text",
    "Variables",
    "Video",
  ],
  ...["Webhook", "Webhooks", "webhooks"],
]);

/** What nobody reads: the addresses and values beside names, and emojis. */
const isCode = (at: string) => /\.(value|emoji|contactViews\.\d\.0)$/.test(at);

/** Counts of each form that Arabic has. */
const COUNTS = [0, 1, 2, 5, 11, 100];

/** Arguments of which each function takes some. */
const samplesOf = (count: number) => [
  [count, count, count, count],
  ["a_b", count, count, count],
  [count, "EUR"],
  ["a", "b", "c"],
  [["a", "b"]],
  [{ amount: count, expected: count, currency: "EUR", unpriced: count }],
];

/** What a function says of the first sample that it takes. */
function said(text: (...values: unknown[]) => unknown, count: number): unknown {
  for (const sample of samplesOf(count)) {
    try {
      return text(...sample);
    } catch {}
  }
  return undefined;
}

describe.each(LANGUAGE_NAMES.map(({ code }) => code))("%s", (language) => {
  test("has the texts of English, and no others", async () => {
    const places = textsOf(await textsIn(language)).map(([at]) => at);
    expect(places.sort()).toEqual(ENGLISH.map(([at]) => at).sort());
  });

  test("quotes what is typed, and marks nothing that only documents draw", async () => {
    const texts = textsOf(await textsIn(language)).filter(([, text]) => String(text).includes("`"));
    expect(texts.filter(([, text]) => typeof text === "string")).toEqual([]);
  });

  test("says something of each count", async () => {
    speak(language);
    for (const [at, text] of textsOf(await textsIn(language)))
      if (typeof text === "function")
        for (const count of COUNTS) {
          const words = String(said(text as () => unknown, count));
          expect([at, words.trim() !== "" && !/undefined|NaN|\[object/.test(words)]).toEqual([at, true]);
        }
  });
});

test.each(LANGUAGE_NAMES.map(({ code }) => code).filter((code) => code !== "en"))(
  "nothing in %s is still English",
  async (language) => {
    const texts = new Map(textsOf(await textsIn(language)));
    const left = ENGLISH.filter(
      ([at, text]) => typeof text === "string" && texts.get(at) === text && !isCode(at),
    );
    expect(left.filter(([, text]) => !SAME.has(text as string))).toEqual([]);
  },
);
