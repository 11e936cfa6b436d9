/** What is said of a response that refuses, and what to do then. */
import { expect, test } from "bun:test";
import { refusal } from "../../cli/lib/api/refusal.ts";

const URL = "https://waypost.example.com";
const KEY = "wp_secretsecretsecretsecret";
const ACCESS = { url: URL, apiKey: KEY, token: null, keySource: "--api-key", profile: null } as const;
const body = (problem: object) => JSON.stringify({ detail: "it is so", ...problem });

test.each<[what: string, status: number, headers: Record<string, string>, text: string, hint: string | null]>(
  [
    ["too many", 429, { "retry-after": "7" }, body({}), "Try again in 7 s."],
    ["too many, for nobody knows how long", 429, {}, body({}), null],
    ["away", 503, { "retry-after": "2" }, body({}), "Try again in 2 s."],
    ["wrong, whatever it asks to wait", 422, { "retry-after": "2" }, body({}), null],
    ["a hint of the API", 422, {}, body({ hint: "Use\nanother." }), "Use another."],
    ["no Waypost", 404, {}, "<html>", `Is ${URL} the address of a Waypost daemon?`],
    [
      "another cell",
      401,
      {},
      body({ code: "wrong_cell" }),
      "Log in there: waypost login --url <address of that cell>",
    ],
  ],
)("%s", (_what, status, headers, text, hint) => {
  expect(refusal(new Response(null, { status, headers }), text, ACCESS).details.hint ?? null).toBe(hint);
});
