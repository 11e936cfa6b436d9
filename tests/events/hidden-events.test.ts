/** A key for some channels reads past events of others, and learns nothing of them by their ids. */
import { beforeAll, expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { emit, openStream } from "./support.ts";

const MISSING = "evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S";

const waypost = sharedDaemon();
let key: string;
let limited: ReturnType<typeof caller>;
let visible: string;
let hidden: string[];
beforeAll(async () => {
  key = await makeKey(waypost, ["events:read"], ["ch_a"]);
  limited = caller(waypost.url, key);
  for (const [n, channelId] of [
    [1, "ch_b"],
    [2, "ch_a"],
    [3, "ch_b"],
    [4, null],
  ] as const) {
    await emit(waypost.sql, waypost.organizationId, { n }, { channelId });
  }
  const { data } = (await waypost.call("GET", "/v1/events")).body;
  visible = data[1].id;
  hidden = [data[2].id, data[3].id];
});

const numbers = (page: { data: { body: { n: number } }[] }) => page.data.map(({ body }) => body.n);

test("a cursor that names a hidden event is answered like one that names none", async () => {
  const missing = await limited("GET", `/v1/events?after=${MISSING}`);
  expect([missing.status, missing.body.code]).toEqual([422, "invalid_cursor"]);
  for (const id of [...hidden, "cursor_forged", `cursor_${MISSING}`]) {
    const answer = await limited("GET", `/v1/events?after=${id}`);
    expect([answer.status, { ...answer.body, request_id: "" }]).toEqual([
      422,
      { ...missing.body, request_id: "" },
    ]);
  }
});

test("a stream refuses a hidden event as its beginning, however it is named", async () => {
  for (const id of hidden) {
    await expect(openStream(waypost.url, key, { query: `after=${id}` })).rejects.toThrow("invalid_cursor");
    await expect(openStream(waypost.url, key, { lastId: id })).rejects.toThrow("invalid_cursor");
  }
});

test("the id of an event that the key may see is a cursor", async () => {
  expect(numbers((await limited("GET", "/v1/events?after=beginning")).body)).toEqual([2]);
  expect(numbers((await limited("GET", `/v1/events?after=${visible}`)).body)).toEqual([]);
});

test("cursors that the key is given name no hidden event, and continue where they were given", async () => {
  const { body: before } = await limited("GET", "/v1/events");
  const stream = await openStream(waypost.url, key);
  for (const cursor of [before.meta.last_cursor, stream.lastId()]) expect(cursor).toStartWith("cursor_");
  const begun = stream.lastId();
  await emit(waypost.sql, waypost.organizationId, { n: 5 }, { channelId: "ch_a" });
  await stream.until(() => stream.events.length === 1);
  stream.close();
  const again = await openStream(waypost.url, key, { lastId: begun });
  await again.until(() => again.events.length === 1);
  again.close();
  const { body: after } = await limited("GET", `/v1/events?after=${before.meta.last_cursor}`);
  expect([stream.numbers(), again.numbers(), numbers(after)]).toEqual([[5], [5], [5]]);
});

test("a sealed cursor is good for a key of all channels, not for another organisation", async () => {
  const { meta } = (await limited("GET", "/v1/events")).body;
  expect((await waypost.call("GET", `/v1/events?after=${meta.last_cursor}`)).status).toBe(200);
  await waypost.sql`update events set organization_id = 'org_other' where organization_id = ${waypost.organizationId}`;
  expect((await limited("GET", `/v1/events?after=${meta.last_cursor}`)).status).toBe(422);
});
