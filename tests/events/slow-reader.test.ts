import { afterAll, beforeAll, expect, test } from "bun:test";
import type { EventReader } from "../../daemon/events/reader.ts";
import { createRecentEvents } from "../../daemon/events/recent.ts";
import { streamEvents } from "../../daemon/events/stream.ts";
import type { EventRow } from "../../db/events.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { emit, openStream } from "./support.ts";

const MEGABYTE = 1024 * 1024;

let waypost: TestDaemon;
beforeAll(async () => {
  waypost = await startTestDaemon();
});
afterAll(() => waypost.stop());

/** A stream's server of which nothing is read until `take` is called. */
function serve(stream: (reader: EventReader) => ReadableStream<Uint8Array>, reader: EventReader) {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(stream(reader)) });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

/** A reader of a log without end, each message a kilobyte; counts what it was asked for. */
function endlessReader(): EventReader & { made(): number; closed(): boolean } {
  const text = `id: evt_x\ndata: ${"x".repeat(64 * 1024)}\n\n`;
  let made = 0;
  let closed = false;
  return {
    async next() {
      made += text.length;
      return text;
    },
    place: () => ({ position: made, id: "evt_x" }),
    changed: () => Bun.sleep(1),
    isOver: () => false,
    close() {
      closed = true;
    },
    made: () => made,
    closed: () => closed,
  };
}

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

test("nothing is made for a reader that takes nothing, and it is dropped with its cursor", async () => {
  const reader = endlessReader();
  const server = serve((one) => streamEvents(one, async () => {}, { patience: 300 }), reader);
  const client = await stuckClient(server.url, "/", "");
  while (!reader.closed()) await Bun.sleep(5);
  const made = reader.made();
  // what the system's own socket buffers hold, and no more
  expect(made).toBeLessThan(16 * MEGABYTE);
  client.resume();
  while (!client.text().includes("event: dropped")) await Bun.sleep(5);
  expect(client.text()).toContain('"after":"evt_x"');
  expect(reader.made()).toBe(made);
  client.end();
  await server.stop();
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
  for await (const chunk of streamEvents(reader, async () => {}, { heartbeat: 5 })) {
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

test("what is kept of the newest events is bounded by their number and their size", () => {
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
  const { last_cursor } = (await waypost.call("GET", "/v1/events?limit=100")).body.meta;
  const stuck = await stuckClient(
    waypost.url,
    `/v1/events/stream?after=${last_cursor}`,
    `x-api-key: ${waypost.key}\r\n`,
  );
  const body = "x".repeat(2000);
  for (let n = 0; n < COUNT; n += 100) {
    await waypost.sql`
      select emit_events(array_agg(row(${waypost.organizationId}, null, 'message.sent',
        json_build_object('n', n, 'text', ${body}::text)::text)::event_input order by n))
      from generate_series(${n}::integer, ${n + 99}::integer) as n`;
  }
  await emit(waypost.sql, waypost.organizationId, { n: COUNT });
  const before = process.memoryUsage().rss;
  stuck.end();
  const stream = await openStream(waypost.url, waypost.key, { lastId: last_cursor });
  await stream.until(() => stream.events.length === COUNT + 1);
  expect(stream.numbers()).toEqual(Array.from({ length: COUNT + 1 }, (_, index) => index));
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
  stream.close();
});
