/** The neighbours of a message in its conversation. */
import { beforeAll, expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const FROM = "14155567001";
const waypost = sharedDaemon();
let conversation: string;
/** Oldest first. */
let all: { id: string; provider_message_id: string }[];

beforeAll(async () => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const messages = Array.from({ length: 30 }, (_, n) => {
    return { from: FROM, id: `wamid.beside.${n}`, timestamp, type: "text", text: { body: `${n}` } };
  });
  await take(waypost, { contacts: [{ profile: { name: "Ada" }, wa_id: FROM }], messages });
  conversation = (await waypost.call("GET", `/v1/conversations?q=${FROM}`)).body.data[0].id;
  all = (await list(`limit=100`)).body.data.toReversed();
});

const list = (query: string) => waypost.call("GET", `/v1/messages?conversation_id=${conversation}&${query}`);
const at = (place: number) => all[place]?.id ?? "";
async function read(query: string) {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  const places = body.data.map(({ id }: { id: string }) => all.findIndex((one) => one.id === id));
  return { places, older: body.meta.next_cursor !== null, newer: body.meta.has_newer, meta: body.meta };
}

test("around a message stand as many before as behind it, newest first", async () => {
  expect(await read(`around=${at(10)}&limit=5`)).toMatchObject({
    places: [12, 11, 10, 9, 8],
    older: true,
    newer: true,
  });
  expect(await read(`around=${at(29)}&limit=5`)).toMatchObject({
    places: [29, 28, 27],
    older: true,
    newer: false,
  });
  expect(await read(`around=${at(0)}&limit=5`)).toMatchObject({
    places: [2, 1, 0],
    older: false,
    newer: true,
  });
  const byProvider = await read(`around=${all[10]?.provider_message_id}&limit=3`);
  expect(byProvider.places).toEqual([11, 10, 9]);
});

test("before and after a message are those next to it, and the cursor leads on", async () => {
  expect(await read(`before=${at(10)}&limit=3`)).toMatchObject({
    places: [9, 8, 7],
    older: true,
    newer: true,
  });
  expect(await read(`before=${at(2)}&limit=3`)).toMatchObject({ places: [1, 0], older: false });
  expect(await read(`after=${at(10)}&limit=3`)).toMatchObject({ places: [13, 12, 11], newer: true });
  expect(await read(`after=${at(27)}&limit=3`)).toMatchObject({ places: [29, 28], newer: false });
  expect(await read(`after=${at(26)}&limit=3`)).toMatchObject({ places: [29, 28, 27], newer: false });
  expect(await read(`before=${at(3)}&limit=3`)).toMatchObject({ places: [2, 1, 0], older: false });
  const { meta } = await read(`before=${at(10)}&limit=3`);
  expect(await read(`cursor=${meta.next_cursor}&limit=2`)).toMatchObject({ places: [6, 5] });
});

test("what they can't be asked with is refused by its name, and other messages are not found", async () => {
  const refused = async (query: string) => (await waypost.call("GET", `/v1/messages?${query}`)).body;
  const where = `conversation_id=${conversation}`;
  expect(await refused(`around=${at(1)}`)).toMatchObject({ errors: [{ path: "/conversation_id" }] });
  expect(await refused(`${where}&around=${at(1)}&after=${at(1)}`)).toMatchObject({ code: "invalid_request" });
  expect(await refused(`${where}&around=${at(1)}&status=read`)).toMatchObject({
    errors: [{ path: "/status" }],
  });
  for (const id of [crypto.randomUUID(), "wamid.of.nobody"])
    expect(await refused(`${where}&around=${id}`)).toMatchObject({ status: 404 });
  expect(await refused(`conversation_id=cv_none&around=${at(1)}`)).toMatchObject({ status: 404 });
});

test("a key for another channel finds none of them", async () => {
  const other = await waypost.call("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Other",
  });
  const body = { name: "limited", permissions: ["messages:read"], channel_ids: [other.body.id] };
  const { key } = (await waypost.call("POST", "/v1/api-keys", body)).body;
  const answer = await fetch(`${waypost.url}/v1/messages?conversation_id=${conversation}&around=${at(1)}`, {
    headers: { "x-api-key": key },
  });
  expect(answer.status).toBe(404);
});
