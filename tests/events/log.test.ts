import { beforeAll, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { emit } from "./support.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  for (let n = 1; n <= 5; n++) await emit(waypost.sql, waypost.organizationId, { n });
  await emit(waypost.sql, waypost.organizationId, { n: 6 }, { type: "contact.updated" });
  await emit(waypost.sql, waypost.organizationId, { n: 7 }, { channelId: "ch_a" });
});

const list = async (query = "") => (await waypost.call("GET", `/v1/events?${query}`)).body;
const numbers = (page: { data: { body: { n: number } }[] }) => page.data.map(({ body }) => body.n);

test("events are listed oldest first, as the envelope around what endpoints are sent", async () => {
  const page = await list();
  expect(numbers(page)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(page.data[0]).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: "message.sent",
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    body: { n: 1 },
  });
  expect(page.meta).toEqual({ next_cursor: null, last_cursor: page.data[6].id });
});

test("a page ends with the cursor of the next", async () => {
  const first = await list("limit=3");
  const second = await list(`limit=3&after=${first.meta.next_cursor}`);
  const third = await list(`limit=3&after=${second.meta.next_cursor}`);
  expect([first, second, third].map(numbers)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  expect(third.meta.next_cursor).toBeNull();
});

test("any event's id is a cursor, and so is the beginning", async () => {
  const { data } = await list();
  expect(numbers(await list(`after=${data[4].id}`))).toEqual([6, 7]);
  expect(numbers(await list("after=beginning&limit=1"))).toEqual([1]);
});

test("the last cursor moves on past what was not wanted", async () => {
  const all = await list();
  const page = await list("type=contact.updated");
  expect(numbers(page)).toEqual([6]);
  expect(page.meta.last_cursor).toBe(all.data[6].id);
});

test.each([
  ["type=contact.updated,message.sent&limit=100", [1, 2, 3, 4, 5, 6, 7]],
  ["channel_id=ch_a", [7]],
  ["since=2020-01-01T00:00:00Z", [1, 2, 3, 4, 5, 6, 7]],
  ["since=2999-01-01T00:00:00Z", []],
])("%s", async (query, expected) => {
  expect(numbers(await list(query))).toEqual(expected);
});

test.each([
  ["after=evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S", "invalid_cursor", "start with since"],
  ["type=message.nwe", "invalid_request", 'there is no event type "message.nwe"'],
  ["since=yesterday", "invalid_request", "/since"],
  ["since=0000-01-01T00:00:00Z", "invalid_request", "/since"],
  ["since=2026-02-30T09:00:00Z", "invalid_request", "/since"],
  ["since=01/02/2027", "invalid_request", "/since"],
  ["since=Thu Nov 26 2026 10:00:00 GMT%2B0100 (CET)", "invalid_request", "/since"],
  ["since=2026-12-31T23:59:60Z", "invalid_request", "/since"],
  ["after=%00", "invalid_request", "/after"],
  ["channel_id=%00", "invalid_request", "/channel_id"],
])("%s is refused", async (query, code, detail) => {
  const { status, body } = await waypost.call("GET", `/v1/events?${query}`);
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { code, detail: expect.stringContaining(detail) },
  });
});

test("a key for some channels sees their events alone; one without the permission none", async () => {
  const limited = caller(waypost.url, await makeKey(waypost, ["events:read"], ["ch_a"]));
  expect(numbers((await limited("GET", "/v1/events")).body)).toEqual([7]);
  expect(numbers((await limited("GET", "/v1/events?channel_id=ch_b")).body)).toEqual([]);
  const other = caller(waypost.url, await makeKey(waypost, ["messages:read"]));
  expect((await other("GET", "/v1/events")).status).toBe(403);
  expect((await other("GET", "/v1/events/stream")).status).toBe(403);
});

test("the body is what endpoints get, character for character", async () => {
  const body = '{"n": 1.50,\n "text":"ü\\u2028 \\" "}';
  await waypost.sql`
    select emit_events(array[row(${waypost.organizationId}, null, 'template.status_update', ${body})::event_input])`;
  const response = await fetch(`${waypost.url}/v1/events?type=template.status_update`, {
    headers: { "x-api-key": waypost.key },
  });
  expect(await response.text()).toContain(`"body":${body}}`);
});

test("events of a rare type are found far down the log, page by page", async () => {
  await waypost.sql`
    select emit_events(array_agg(row(${waypost.organizationId}, 'ch_b', 'message.sent', '{"n":0}')::event_input))
    from generate_series(1, 5000)`;
  await emit(waypost.sql, waypost.organizationId, { n: 8 }, { type: "contact.updated" });
  let page = await list("type=contact.updated");
  const found = numbers(page);
  while (page.meta.next_cursor !== null) {
    page = await list(`type=contact.updated&after=${page.meta.next_cursor}`);
    found.push(...numbers(page));
  }
  expect(found).toEqual([6, 8]);
});
