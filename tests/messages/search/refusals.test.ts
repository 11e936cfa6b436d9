/** Who finds what, and what is refused or taken for what it is. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { startParties } from "../../access/parties.ts";
import { createThings, type Party } from "../../access/things.ts";
import { caller, makeKey, type OwnDaemon } from "../../support/daemon.ts";
import { indexed } from "./support.ts";

let daemon: OwnDaemon;
let own: Party;
let foreign: Party;
/** A second channel of ours. */
let other: string;

beforeAll(async () => {
  ({ daemon, own, foreign } = await startParties());
  other = await createThings(own).ch();
  await say(own, `It's 100% done: "O'Hara" \\ O_o <b>bold</b>; drop table messages`);
  await say({ ...own, channelId: other }, "Saffron in the other channel");
  await say(own, "Saffron of ours");
  await say(foreign, "Saffron of theirs");
  for (const { organizationId } of [own, foreign]) await indexed(daemon, organizationId);
});
afterAll(() => daemon.stop());

async function say({ call, channelId }: Party, body: string) {
  const message = { channel_id: channelId, to: "14155568101", type: "text", content: { body } };
  const scheduled_at = new Date(Date.now() + 3600_000).toISOString();
  expect((await call("POST", "/v1/messages", { ...message, scheduled_at })).status).toBe(201);
}

const search = async (call: Party["call"], q: string, more = "") =>
  await call("GET", `/v1/messages/search?q=${encodeURIComponent(q)}${more}`);
const texts = async (call: Party["call"], q: string, more?: string) =>
  (await search(call, q, more)).body.data.map(({ text }: { text: string }) => text);

test("an organisation finds what is its own", async () => {
  expect(await texts(own.call, "saffron")).toEqual(["Saffron of ours", "Saffron in the other channel"]);
  expect(await texts(foreign.call, "saffron")).toEqual(["Saffron of theirs"]);
  expect(await texts(own.call, "saffron", `&channel_id=${foreign.channelId}`)).toEqual([]);
});

test("a key that is limited to channels finds what is in them", async () => {
  const limited = async (channels: string[]) =>
    caller(daemon.url, await makeKey(daemon, ["messages:read"], channels));
  const call = await limited([other]);
  expect(await texts(call, "saffron")).toEqual(["Saffron in the other channel"]);
  expect(await texts(call, "saffron", `&channel_id=${own.channelId}`)).toEqual([]);
  expect(await texts(await limited([other, own.channelId]), "saffron")).toHaveLength(2);
  const without = caller(daemon.url, await makeKey(daemon, ["messages:send"]));
  expect((await search(without, "saffron")).status).toBe(403);
});

test("a cursor is that of this list alone", async () => {
  const { next_cursor: ofSearch } = (await search(own.call, "saffron", "&limit=1")).body.meta;
  expect(await texts(own.call, "saffron", `&cursor=${ofSearch}`)).toEqual(["Saffron in the other channel"]);
  const { next_cursor: ofList } = (await own.call("GET", "/v1/messages?limit=1")).body.meta;
  for (const [path, cursor] of [
    ["/v1/messages/search?q=saffron", ofList],
    ["/v1/messages?limit=1", ofSearch],
  ])
    expect((await own.call("GET", `${path}&cursor=${cursor}`)).body.code).toBe("invalid_cursor");
});

const REFUSED: [string, string, string][] = [
  ["nothing", "", "/q"],
  ["blanks", "   ", "write a word"],
  ["marks alone", "?!%_*\"'\\", "write a word"],
  ["emoji alone", "🎉", "write a word"],
  ["201 characters", "x".repeat(201), "/q"],
  ["10,000 characters", "x".repeat(10_000), "/q"],
  ["17 words", "a b c d e f g h i j k l m n o p q", "write 16 at most"],
  ["NUL", "saffron\u0000", "NUL"],
];

test.each(REFUSED)("%s is refused, with how to mend it", async (_, q, said) => {
  const { status, body } = await search(own.call, q);
  expect([status, body.code]).toEqual([422, "invalid_request"]);
  expect(body.detail).toContain(said);
});

test("a search without q, or with half of a surrogate pair, is refused", async () => {
  expect((await own.call("GET", "/v1/messages/search")).status).toBe(422);
  for (const half of ["%ED%A0%80", "saffron%ED%B0%80"])
    expect((await own.call("GET", `/v1/messages/search?q=${half}`)).body.data ?? []).toEqual([]);
});

test("nothing is an operator: marks separate words", async () => {
  for (const q of [
    "100%",
    '"o\'hara"',
    "o'hara",
    "drop table; messages",
    "o_o done",
    "<b>",
    "bold -done",
    "b*",
  ])
    expect([q, (await texts(own.call, q)).length]).toEqual([q, 1]);
  for (const q of ["done OR saffron", "10%0", "sa?fron", "don\\e"])
    expect([q, (await texts(own.call, q)).length]).toEqual([q, 0]);
});

test("words as long as they may be are found by their beginnings and as a whole", async () => {
  const long = `${"a".repeat(60)}${"𠮷".repeat(3)}b`;
  await say(own, `${long} ${"z ".repeat(2000)}`);
  await indexed(daemon);
  expect(await texts(own.call, long)).toHaveLength(1);
  expect(await texts(own.call, "a".repeat(50))).toHaveLength(1);
  expect(await texts(own.call, `${"a".repeat(45)}b`)).toEqual([]);
});
