import { expect, test } from "bun:test";
import { createReaders, type EventReader } from "../../daemon/events/reader.ts";
import { createRecentEvents } from "../../daemon/events/recent.ts";
import { streamEvents } from "../../daemon/events/stream.ts";
import { createEventTail } from "../../daemon/events/tail.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { BEGINNING, type EventFilter, type EventRow, findEventPlace } from "../../db/events/events.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { emit, openStream } from "./support.ts";

const MEGABYTE = 1024 * 1024;

const waypost = sharedDaemon();

/** Connects, asks, and takes nothing until `resume`. */
async function stuckClient(url: string, path: string, headers: string) {
  const { hostname, port } = new URL(url);
  const taken: Buffer[] = [];
  const ended = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open(opened) {
        opened.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
        opened.pause();
      },
      data: (_, chunk) => void taken.push(chunk),
      close: () => ended.resolve(),
    },
  });
  return {
    resume: () => socket.resume(),
    text: () => Buffer.concat(taken).toString(),
    end: () => socket.terminate(),
    ended: ended.promise,
  };
}

test("who takes nothing is dropped with a cursor; little was read for it, and from the cursor on comes the rest", async () => {
  const COUNT = 6000;
  const log = createLog("silent");
  const tail = createEventTail(waypost.sql, log);
  const openReader = createReaders(waypost.sql, tail, async (_sql, _reader, _include, rows) => rows);
  const wanted: EventFilter = { types: ["contact.updated"], channelIds: null, since: null, tests: false };
  const whose = { organizationId: waypost.organizationId, actor: { type: "key", id: "key_1" } } as const;
  const slow = openReader(whose, wanted, BEGINNING);
  const dropped = Promise.withResolvers<void>();
  const watched = { ...slow, close: () => dropped.resolve(slow.close()) };
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(streamEvents(watched, async () => {}, { patienceMs: 300 })),
  });
  await writeMany(COUNT, "contact.updated", 4000);
  const client = await stuckClient(server.url.href, "/", "");
  await dropped.promise;
  client.resume();
  await until(() => client.text().includes("event: dropped"));
  const { after } = JSON.parse(/event: dropped\ndata: (.*)/.exec(client.text())?.[1] ?? "{}");
  const before = numbersIn(client.text());
  // the system's own socket buffers take some megabytes; the log has twenty-four
  expect(client.text().length).toBeLessThan(16 * MEGABYTE);
  expect(before.length).toBeLessThan(COUNT);
  client.end();

  const place = await findEventPlace(waypost.sql, waypost.organizationId, after);
  const reader = openReader(whose, wanted, place ?? BEGINNING);
  const rest: number[] = [];
  while (before.length + rest.length < COUNT) rest.push(...numbersIn(await reader.next()));
  expect([...before, ...rest]).toEqual(Array.from({ length: COUNT }, (_, n) => n));
  reader.close();
  tail.stop();
});

test("a heartbeat comes when nothing else does, with how far the log was read", async () => {
  let position = 0;
  const reader: EventReader = {
    next: async () => "",
    place: () => ({ position, id: position === 0 ? "" : "evt_passed" }),
    changed: (milliseconds) => Bun.sleep(milliseconds),
    isOver: () => false,
    close: () => {},
  };
  const texts: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of streamEvents(reader, async () => {}, { heartbeatMs: 5 })) {
    texts.push(decoder.decode(chunk));
    if (texts.length === 2) position = 1;
    if (texts.length === 4) break;
  }
  expect(texts).toEqual([
    "retry: 1000\nid: beginning\n\n",
    ": still here\n\n",
    ": still here\nid: evt_passed\n\n",
    ": still here\n\n",
  ]);
});

test("a stream that fails lets go of its reader and its place", async () => {
  const given: string[] = [];
  const reader: EventReader = {
    next: () => Promise.reject(new Error("a mistake of ours")),
    place: () => ({ position: 0, id: "" }),
    changed: (milliseconds) => Bun.sleep(milliseconds),
    isOver: () => false,
    close: () => given.push("reader"),
  };
  const stream = streamEvents(reader, async () => {}, { ended: () => given.push("place") });
  await expect(new Response(stream).text()).rejects.toThrow("a mistake of ours");
  expect(given).toEqual(["reader", "place"]);
});

test("the newest events are kept up to a bound of number and size", () => {
  const row = (position: number): EventRow => ({
    organization_id: "org",
    id: `evt_${position}`,
    position,
    type: "message.sent",
    channel_id: null,
    body: `{"x":"${"x".repeat(1000)}"}`,
    test: false,
    created_at: new Date(),
  });
  const recent = createRecentEvents({ position: 0, id: "" }, { mostEvents: 10, mostCharacters: 5000 });
  for (let position = 1; position <= 100; position++) recent.add([row(position)]);
  const kept = [...Array(100).keys()].map((position) => recent.after({ position, id: `evt_${position}` }));
  expect(kept.filter((events) => events !== null).length).toBeLessThan(6);
  expect(kept[97]?.map((event) => event.position)).toEqual([98, 99, 100]);
  expect(recent.after({ position: 50, id: "" })).toBeNull();
});

test("a reader that was stuck while thousands of events happened gets the rest from its cursor on", async () => {
  const COUNT = 3000;
  const now = await openStream(waypost.url, waypost.key);
  now.close();
  const stuck = await stuckClient(
    waypost.url,
    `/v1/events/stream?after=${now.lastId()}`,
    `x-api-key: ${waypost.key}\r\n`,
  );
  await writeMany(COUNT, "message.sent", 2000);
  await emit(waypost.sql, waypost.organizationId, { n: COUNT });
  const before = process.memoryUsage().rss;
  stuck.end();
  const stream = await openStream(waypost.url, waypost.key, { lastId: now.lastId() });
  await stream.until(() => stream.events.length === COUNT + 1);
  expect(stream.numbers()).toEqual(Array.from({ length: COUNT + 1 }, (_, index) => index));
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
  stream.close();
});

/** Numbered events, a hundred a transaction, each with so many characters. */
async function writeMany(count: number, type: string, size: number): Promise<void> {
  for (let n = 0; n < count; n += 100) {
    await waypost.sql`
      select emit_events(array_agg(row(${waypost.organizationId}, null, ${type},
        json_build_object('n', n, 'text', repeat('x', ${size}))::text)::event_input order by n))
      from generate_series(${n}::integer, ${n + 99}::integer) as n`;
  }
}

/** The numbers of the events in what was streamed. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(/"body":\{"n" : (\d+)/g)].map(([, n]) => Number(n));
}
