import { expect, test } from "bun:test";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { emit, openStream } from "./support.ts";

const waypost = sharedDaemon();

const write = (n: number, options?: Parameters<typeof emit>[3]) =>
  emit(waypost.sql, waypost.organizationId, { n }, options);
const open = (options?: Parameters<typeof openStream>[2]) => openStream(waypost.url, waypost.key, options);

/** Writes an event in a transaction that stays open until it is ended. */
async function writeLater(n: number) {
  const written = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const done = waypost.sql.begin(async (transaction) => {
    await emit(transaction, waypost.organizationId, { n });
    written.resolve();
    await goOn.promise;
  });
  await written.promise;
  return async () => {
    goOn.resolve();
    await done;
  };
}

test("a stream begins now and sends new events, with id, type and envelope", async () => {
  await write(1);
  const stream = await open();
  await write(2);
  await stream.until(() => stream.events.length === 1);
  const [event] = stream.events;
  expect(event).toMatchObject({ event: "message.sent", data: { type: "message.sent", body: { n: 2 } } });
  expect(event?.id).toBe(event?.data.id ?? "");
  stream.close();
});

test.each(["/v1/events/stream", "/v1/events/stream/", "/v1/logs/requests/stream"])(
  "%s keeps its connection to itself, so that no deadline of the server's ends it",
  async (path) => {
    const answer = await fetch(waypost.url + path, { headers: { "x-api-key": waypost.key } });
    expect(answer.headers.get("connection")).toBe("close");
    expect(answer.headers.get("content-type")).toStartWith("text/event-stream");
    await answer.body?.cancel();
  },
);

test("an event whose transaction commits later is not skipped by one that was written later", async () => {
  const stream = await open();
  const commitEarlier = await writeLater(10);
  await write(11);
  await commitEarlier();
  await write(12);
  await stream.until(() => stream.events.length === 3);
  expect(stream.numbers()).toEqual([10, 11, 12]);
  stream.close();
});

test("nor does a page of the list go past a transaction that still runs", async () => {
  const { last_cursor } = (await waypost.call("GET", "/v1/events?limit=100")).body.meta;
  const commitEarlier = await writeLater(20);
  await write(21);
  expect((await waypost.call("GET", `/v1/events?after=${last_cursor}`)).body).toEqual({
    data: [],
    meta: { next_cursor: null, last_cursor },
  });
  await commitEarlier();
  const later = await waypost.call("GET", `/v1/events?after=${last_cursor}`);
  expect(later.body.data.map((event: { body: unknown }) => event.body)).toEqual([{ n: 20 }, { n: 21 }]);
});

test("filters leave out what is not wanted, also of what is made up for", async () => {
  const from = (await open()).lastId();
  const limited = await makeKey(waypost, ["events:read"], ["ch_b"]);
  const begun = await openStream(waypost.url, limited);
  begun.close();
  await write(30, { channelId: "ch_a" });
  await write(31, { channelId: "ch_b" });
  await write(32, { channelId: "ch_a", type: "message.new" });
  const streams = await Promise.all([
    open({ query: "channel_id=ch_a", lastId: from }),
    open({ query: `type=message.new&after=${from}` }),
    openStream(waypost.url, limited, { lastId: begun.lastId() }),
  ]);
  await write(33, { channelId: "ch_a" });
  await write(34, { channelId: "ch_a", type: "message.new" });
  await write(35, { channelId: "ch_b" });
  await Promise.all(
    streams.map((stream, index) => stream.until(() => stream.events.length === [4, 2, 2][index])),
  );
  expect(streams.map((stream) => stream.numbers())).toEqual([
    [30, 32, 33, 34],
    [32, 34],
    [31, 35],
  ]);
  for (const stream of streams) stream.close();
});

test("a revoked key's stream ends without another event", async () => {
  const { body } = await waypost.call("POST", "/v1/api-keys", {
    name: "reader",
    permissions: ["events:read"],
  });
  const stream = await openStream(waypost.url, body.key);
  await write(40);
  await stream.until(() => stream.events.length === 1);
  await waypost.call("DELETE", `/v1/api-keys/${body.id}`);
  await until(async () => (await caller(waypost.url, body.key)("GET", "/v1/events")).status === 401);
  await write(41);
  await stream.ended;
  expect(stream.numbers()).toEqual([40]);
});

test("many readers of one organisation each get everything", async () => {
  const streams = await Promise.all(Array.from({ length: 100 }, () => open()));
  for (let n = 50; n < 70; n++) await write(n);
  await Promise.all(streams.map((stream) => stream.until(() => stream.events.length === 20)));
  for (const stream of streams) {
    expect(stream.numbers()).toEqual(Array.from({ length: 20 }, (_, index) => 50 + index));
    stream.close();
  }
});

test("resumed again and again while transactions of all lengths commit, it misses and repeats nothing", async () => {
  const WRITERS = 6;
  const EACH = 60;
  let lastId = (await open()).lastId();
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeMany(writer, EACH)));
  const seen: number[] = [];
  while (seen.length < WRITERS * EACH) {
    const stream = await open({ lastId });
    const enough = 1 + Math.floor(Math.random() * 40);
    await stream.until(() => stream.events.length >= Math.min(enough, WRITERS * EACH - seen.length));
    seen.push(...stream.numbers());
    lastId = stream.lastId();
    stream.close();
  }
  await writing;
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: WRITERS * EACH }, (_, index) => 1000 + index),
  );
});

/** Emits in transactions that take up to 30 ms after writing, so that they commit in another order. */
async function writeMany(writer: number, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await waypost.sql.begin(async (transaction) => {
      await emit(transaction, waypost.organizationId, { n: 1000 + writer * count + index });
      await transaction`select pg_sleep(${Math.random() * 0.03})`;
    });
  }
}
