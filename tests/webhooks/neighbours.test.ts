/** A hundred endpoints, some of them bad in every way there is: each is recorded rightly, and the good ones get everything. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { eventually, until } from "../support/until.ts";
import { startReceiver } from "./receiver.ts";

const BASE = "/v1/settings/developer/webhooks";
const GOOD = 93;
const EVENTS = 3;
const MEGABYTE = Buffer.alloc(1_000_000, "x");

let waypost: OwnDaemon;
let good: ReturnType<typeof startReceiver>;
let canary: ReturnType<typeof startReceiver>;
const servers: Server[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  good = startReceiver();
  canary = startReceiver();
  waypost = await startTestDaemon();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  await waypost.stop();
  await good.stop();
  await canary.stop();
});

/** An endpoint's server that writes what it likes once a request is there; counts those. */
async function bad(react: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      if (bytes.toString().endsWith("}")) react(socket);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  servers.push(server);
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hook`;
}

function pour(socket: Socket): void {
  socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n");
  const pump = () => {
    while (!socket.destroyed && socket.write(MEGABYTE));
    socket.once("drain", pump);
  };
  pump();
}

function drip(socket: Socket): void {
  socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
  const timer = setInterval(() => socket.write("."), 100);
  socket.on("close", () => clearInterval(timer));
}

const bomb = Bun.gzipSync(new Uint8Array(50_000_000));

/** By name: how it behaves, and what its first delivery becomes. */
const BAD: Record<string, { react: (socket: Socket) => void; recorded: object }> = {
  hanging: {
    react: () => {},
    recorded: { status: "failed", response_status: null, error: "no complete response within 15 s" },
  },
  dripping: {
    react: drip,
    recorded: { status: "failed", response_status: null, error: "no complete response within 15 s" },
  },
  gigabyte: {
    react: pour,
    recorded: { status: "succeeded", response_status: 200, response_body: "x".repeat(16_384) },
  },
  bomb: {
    react: (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    },
    recorded: { status: "succeeded", response_status: 200 },
  },
  redirecting: {
    react: (socket) =>
      void socket.write(`HTTP/1.1 302 Found\r\nlocation: ${canary.url}\r\ncontent-length: 0\r\n\r\n`),
    recorded: { status: "failed", response_status: 302, error: "the endpoint responded with 302" },
  },
  gone: {
    react: (socket) => void socket.write("HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n"),
    recorded: { status: "exhausted", response_status: 410, error: "the endpoint responded with 410" },
  },
  busy: {
    react: (socket) =>
      void socket.write("HTTP/1.1 429 Too Many\r\nretry-after: 600\r\ncontent-length: 0\r\n\r\n"),
    recorded: { status: "failed", response_status: 429, error: "the endpoint responded with 429" },
  },
};

async function create(url: string): Promise<string> {
  return (await waypost.call("POST", `${BASE}/endpoints`, { url })).body.id;
}

async function emit(): Promise<void> {
  await waypost.sql`
    select emit_events(array[row(${waypost.organizationId}::text, null, 'contact.updated', '{}')::event_input])`;
}

/** The first attempt that an endpoint's lane has made, once there is one. */
async function firstOf(id: string): Promise<Record<string, unknown>> {
  const path = `${BASE}/deliveries?endpoint_id=${id}&event_type=contact.updated&limit=100`;
  return await eventually(
    "attempt",
    async () => {
      const { body } = await waypost.call("GET", path);
      return body.data.filter((row: { status: string }) => row.status !== "pending").at(-1);
    },
    LONG_MS,
  );
}

test(
  "beside bad endpoints the good ones get everything, and each is recorded rightly",
  async () => {
    const ids = new Map<string, string>();
    for (const [name, { react }] of Object.entries(BAD)) ids.set(name, await create(await bad(react)));
    for (let nth = 0; nth < GOOD; nth++) await create(`${good.url}/${nth}`);
    const before = process.memoryUsage.rss();
    for (let nth = 0; nth < EVENTS; nth++) await emit();
    const received = () =>
      good.received.filter(({ headers }) => headers["webhook-event-type"] === "contact.updated");
    await until(() => received().length >= GOOD * EVENTS, LONG_MS);

    for (const [name, { recorded }] of Object.entries(BAD)) {
      const row = await firstOf(ids.get(name) ?? "");
      expect({ name, ...row }).toMatchObject({ name, ...recorded });
      expect(String(row.response_body ?? "").length).toBeLessThanOrEqual(16_384);
    }
    expect(canary.received).toEqual([]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000);

    const shown = async (name: string) =>
      (await waypost.call("GET", `${BASE}/endpoints/${ids.get(name)}`)).body;
    expect(await shown("gone")).toMatchObject({
      enabled: false,
      disabled_reason: "the endpoint responded with 410 Gone",
    });
    const pause = new Date((await shown("busy")).resumes_at).getTime() - Date.now();
    expect(pause).toBeWithin(500_000, 600_001);
    expect((await shown("hanging")).failing_since).not.toBeNull();
  },
  LONG_MS,
);

test("an organisation has at most 200 endpoints", async () => {
  await waypost.sql`
    insert into webhook_endpoints (organization_id, id, url, enabled, takes_events)
    select ${waypost.organizationId}, 'ep_full_' || n, 'https://x.test/', false, false
    from generate_series(1, 200 - (select count(*)::integer from webhook_endpoints)) as n`;
  const { status, body } = await waypost.call("POST", `${BASE}/endpoints`, { url: good.url });
  expect([status, body.code]).toEqual([409, "too_many_endpoints"]);
});
