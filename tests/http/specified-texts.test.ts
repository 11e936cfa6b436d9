/** The API gives every text of the specification to the letter, for clients that compare texts. */
import { beforeAll, describe, expect, test } from "bun:test";
import { newKey } from "../../daemon/auth/key.ts";
import { type Answer, caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

/** The specification, which is not part of the project: the test that needs it is skipped without it. */
const FILE = `${import.meta.dir}/../../../shared/spec/messaging-platform-api.md`;
const file = Bun.file(FILE);
const specification = (await file.exists()) ? await file.text() : null;
if (specification === null) process.stderr.write("skipped: the specification is not beside the project\n");

const waypost = sharedDaemon();
let ask: (key: string | null) => ReturnType<typeof caller>;
beforeAll(() => {
  ask = (key) => caller(waypost.url, key);
});

const NO_KEY = { title: "Unauthorized", status: 401, detail: "invalid or missing API key" };
const NO_LOGIN = { title: "Unauthorized", status: 401, detail: "invalid email or password" };
const NO_MESSAGE = { title: "Not Found", status: 404, detail: "message not found" };
const NO_CONTACT = { error: "contact not found", code: "not_found" };
const TWO_CONTACTS = {
  error: "contact identifiers resolve to different contacts",
  code: "conflict",
};

const channels = (key: string | null) => ask(key)("GET", "/v1/channels");
const lookUp = (...values: string[]) =>
  waypost.call("POST", "/v1/contacts/lookup", {
    identifiers: values.map((value) => ({ type: "email", value })),
  });

const CASES: [name: string, texts: object, act: () => Promise<Answer>][] = [
  ["no key", NO_KEY, () => channels(null)],
  ["a mistyped key", NO_KEY, () => channels("wp_short")],
  ["an unknown key", NO_KEY, () => channels(newKey())],
  ["a key of another cell", NO_KEY, () => channels(newKey("eu1"))],
  ["an expired key", NO_KEY, async () => channels(await expiredKey())],
  ["no key, at contacts", NO_KEY, () => ask(null)("GET", "/v1/contacts")],
  ["no key, with a body", NO_KEY, () => ask(null)("POST", "/v1/messages", {})],
  [
    "an ended login",
    NO_KEY,
    () => ask(null)("GET", "/v1/auth/me", undefined, { authorization: "Bearer wps_x" }),
  ],
  [
    "a key as a bearer token",
    NO_KEY,
    () => ask(null)("GET", "/v1/auth/me", undefined, { authorization: `Bearer ${waypost.key}` }),
  ],
  [
    "a wrong login",
    NO_LOGIN,
    () => ask(null)("POST", "/v1/auth/login", { email: "a@example.com", password: "x" }),
  ],
  ["no message", NO_MESSAGE, () => waypost.call("GET", `/v1/messages/${crypto.randomUUID()}`)],
  ["no contact", NO_CONTACT, () => lookUp("nobody@example.com")],
  ["two contacts", TWO_CONTACTS, async () => lookUp(await newContact(), await newContact())],
];

test.each(CASES)("%s is refused in the words of the specification", async (_, texts, act) => {
  const { status, body } = await act();
  expect(body).toMatchObject(texts);
  if ("status" in texts) expect(status).toBe(texts.status as number);
});

test("a hint is a member of its own, and says nothing of the machine to strangers", async () => {
  for (const path of ["/v1/channels", "/v1/contacts"]) {
    const { body } = await ask(null)("GET", path);
    expect(body.hint).toContain("waypost keys create");
    expect(JSON.stringify(body)).not.toMatch(/waypostd|machine/);
  }
});

test("the document's examples say the same", async () => {
  const { body } = await ask(null)("GET", "/openapi.json");
  const examples = Object.entries<Record<string, { responses: Record<string, Media> }>>(body.paths).flatMap(
    ([path, methods]) =>
      Object.values(methods).flatMap(({ responses }) =>
        Object.values(responses["401"]?.content ?? {}).map(({ example }) => ({ path, example })),
      ),
  );
  expect(examples.length).toBeGreaterThan(100);
  // a webhook of Meta's has a signature, not a key, and the second half of a login the cookie of the first
  const withKey = examples.filter(
    ({ path }) => !path.startsWith("/v1/providers/") && path !== "/v1/auth/login/factor",
  );
  for (const { path, example } of withKey)
    expect(example).toMatchObject(
      ["/v1/auth/login", "/v1/auth/organizations"].includes(path) ? NO_LOGIN : NO_KEY,
    );
});

describe.skipIf(specification === null)("the specification's table of errors", () => {
  test("has no text that is not compared here", () => {
    const compared: object[] = CASES.map(([, texts]) => texts);
    const specified = [...(specification ?? "").matchAll(/^\| (\d{3}) \|[^|]*\|([^|]*)\|$/gm)];
    expect(specified.length).toBeGreaterThan(4);
    for (const [, , cell = ""] of specified) expect(compared).toContainEqual(textsOf(cell));
  });
});

type Media = { content?: Record<string, { example: object }> };

/** The members of a row: `` `title` = Unauthorized, `status` = 401 ``. */
function textsOf(cell: string): object {
  const members = [...cell.matchAll(/`(\w+)` = ([^`]+?)(?:, (?=`)|\s*$)/g)];
  return Object.fromEntries(members.map(([, name, text]) => [name, name === "status" ? Number(text) : text]));
}

async function expiredKey(): Promise<string> {
  const key = await makeKey(waypost, ["channels:read"]);
  await waypost.sql`update api_keys set expires_at = now() - interval '1 second' where last4 = ${key.slice(-4)}`;
  return key;
}

async function newContact(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  await waypost.call("POST", "/v1/contacts", { email });
  return email;
}
