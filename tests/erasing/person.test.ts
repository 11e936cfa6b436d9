/** After an erasure nothing in the database or among the files names the person; neighbours are as they were. */
import { beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { BYTES, callsOf, erased, type Life, live, NEIGHBOUR, wordsOf, ZELDA } from "./life.ts";
import { isStored, traces } from "./traces.ts";

const waypost = sharedDaemon();

let life: Life;
let before: string[];
let sums: unknown;
const calls = () => callsOf(waypost);
const ok = (method: string, path: string, body?: unknown) => calls().ok(method, path, body);
const moneyOf = async () => (await ok("GET", "/v1/costs?group_by=category")).data;

beforeAll(async () => {
  life = await live(waypost);
  before = await traces(waypost, wordsOf(life));
  sums = await moneyOf();
  await erased(waypost, life.zelda);
});

test("what is erased was in many places before", () => {
  const tables = new Set(before.map((one) => one.split(":")[0]));
  expect([...tables]).toEqual(
    expect.arrayContaining(["message_search_words", "broadcast_people", "import_refusals"]),
  );
  expect(tables.size).toBeGreaterThan(20);
});

test("no table has a name, number, id or word of the person; only the event that they are erased names the contact", async () => {
  const rows = await waypost.sql`select body from events where type = 'contact.erased'`;
  expect(rows.map(({ body }) => JSON.parse(body).contact_id)).toEqual([life.zelda]);
  await waypost.sql`update events set body = '{}' where type = 'contact.erased'`;
  expect(await traces(waypost, wordsOf(life))).toEqual([]);
});

test("no file has what the person sent", async () => {
  expect(await isStored(waypost.config.home, BYTES)).toBe(false);
});

test("that a message was sent, when, and with what result stays", async () => {
  const message = await ok("GET", `/v1/messages/${life.sent}`);
  expect(message).toMatchObject({
    status: "read",
    direction: "outbound",
    type: "text",
    to: null,
    content: {},
  });
  expect(message.contact_id).toBeNull();
  expect(message.conversation_id).not.toBe(life.conversation);
  expect((await ok("GET", `/v1/conversations/${message.conversation_id}`)).status).toBe("closed");
});

test("what it cost stays", async () => {
  expect(await moneyOf()).toEqual(sums);
});

test("the neighbour keeps all of it, and is still found by their words", async () => {
  expect(await ok("GET", `/v1/contacts/${life.neighbour}`)).toMatchObject({
    name: "Ned",
    phone_number: `+${NEIGHBOUR}`,
  });
  expect((await ok("GET", "/v1/messages/search?q=trombone")).data).toHaveLength(1);
  expect((await ok("GET", "/v1/messages/search?q=Ask")).data).toHaveLength(1);
});

test("who writes from the number later is somebody new", async () => {
  await calls().says(ZELDA, "wamid.later.1", "Hello again");
  expect(await calls().contactOf(ZELDA)).not.toBe(life.zelda);
});
