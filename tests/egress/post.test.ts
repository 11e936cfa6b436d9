import { afterAll, expect, test } from "bun:test";
import { createServer, type Server, type Socket } from "node:net";
import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { createPoster, type PostRequest } from "../../daemon/egress/post.ts";
import { startDnsServer } from "./dns-server.ts";
import { HOSTILE_URLS } from "./hostile-urls.ts";

const poster = createPoster(createEgressGuard(["127.0.0.0/8"]));
const closing: (() => void)[] = [() => poster.close()];
afterAll(() => {
  for (const close of closing) close();
});

const REQUEST: PostRequest = { headers: { "content-type": "application/json" }, body: '{"a":"é"}' };

/** An HTTP receiver on a free port. */
function receiver(answer: (request: Request) => Response | Promise<Response>): string {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 0, fetch: answer });
  closing.push(() => void server.stop(true));
  return `http://127.0.0.1:${server.port}/hook`;
}

/** A receiver that writes whatever bytes it likes once the request's body is there. */
async function rawReceiver(react: (socket: Socket, nth: number) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    let nth = 0;
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      if (bytes.toString().endsWith("}")) react(socket, nth++);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hook`;
}

test("headers and body arrive as they were given", async () => {
  const seen: { text: string; type: string | null; length: string | null; host: string | null }[] = [];
  const url = receiver(async (request) => {
    const { headers } = request;
    seen.push({
      text: await request.text(),
      type: headers.get("content-type"),
      length: headers.get("content-length"),
      host: headers.get("host"),
    });
    return new Response("thanks", { status: 202, headers: { "retry-after": "7" } });
  });
  const result = await poster.post(url, REQUEST);
  expect(result).toMatchObject({ kind: "response", status: 202, retryAfter: "7", body: "thanks" });
  expect(seen).toEqual([
    { text: '{"a":"é"}', type: "application/json", length: "10", host: new URL(url).host },
  ]);
});

test("connections are used again", async () => {
  const ports = new Set<number | undefined>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request, self) {
      ports.add(self.requestIP(request)?.port);
      return new Response("ok");
    },
  });
  closing.push(() => void server.stop(true));
  for (let nth = 0; nth < 20; nth++) await poster.post(`http://127.0.0.1:${server.port}/`, REQUEST);
  expect(ports.size).toBe(1);
});

test("a pooled connection that its owner closed meanwhile is no failure", async () => {
  const url = await rawReceiver((socket, nth) => {
    if (nth > 0) socket.destroy();
    else socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
  });
  for (let nth = 0; nth < 4; nth++)
    expect(await poster.post(url, REQUEST)).toMatchObject({ kind: "response", status: 200 });
});

test("a redirect is an answer and is not followed", async () => {
  let visited = 0;
  const canary = receiver(() => {
    visited++;
    return new Response("inside");
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const url = receiver(() => new Response(null, { status, headers: { location: canary } }));
    expect(await poster.post(url, REQUEST)).toMatchObject({ kind: "response", status });
  }
  expect(visited).toBe(0);
});

test("a gzip bomb stays compressed", async () => {
  const bomb = Bun.gzipSync(new Uint8Array(50_000_000));
  const url = receiver(() => new Response(bomb, { headers: { "content-encoding": "gzip" } }));
  const result = await poster.post(url, REQUEST);
  expect(result).toMatchObject({ kind: "response", status: 200 });
  expect(result.kind === "response" && result.body.length).toBeLessThanOrEqual(16_384);
});

test("an endless answer is cut at the cap and memory stays flat", async () => {
  const chunk = Buffer.alloc(1_000_000, "x");
  const url = await rawReceiver((socket) => {
    const pump = () => {
      while (!socket.destroyed && socket.write(chunk));
      socket.once("drain", pump);
    };
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    pump();
  });
  const before = process.memoryUsage.rss();
  for (let nth = 0; nth < 30; nth++) {
    const result = await poster.post(url, REQUEST);
    expect(result).toMatchObject({ kind: "response", status: 200, body: "x".repeat(16_384) });
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
});

test("an answer of exactly the cap is whole", async () => {
  const url = receiver(() => new Response("y".repeat(16_384)));
  expect(await poster.post(url, REQUEST)).toMatchObject({ kind: "response", body: "y".repeat(16_384) });
});

test("bytes that cannot be stored as text are replaced", async () => {
  const url = receiver(() => new Response(new Uint8Array([0x61, 0x00, 0xff, 0x1b, 0x0a, 0x62])));
  expect(await poster.post(url, REQUEST)).toMatchObject({ kind: "response", body: "a\uFFFD\uFFFD\uFFFD\nb" });
});

test("a response without a length that never ends is no response", async () => {
  const url = await rawReceiver((socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\nok"));
  expect(await poster.post(url, { ...REQUEST, timeoutMs: 200 })).toMatchObject({
    kind: "failure",
    failure: "timeout",
  });
});

test("a dripping answer ends with the deadline although its status was good", async () => {
  const url = await rawReceiver((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
    const drip = setInterval(() => socket.write("."), 20);
    socket.on("close", () => clearInterval(drip));
  });
  const result = await poster.post(url, { ...REQUEST, timeoutMs: 200 });
  expect(result).toMatchObject({
    kind: "failure",
    failure: "timeout",
    reason: "no complete response within 0.2 s",
  });
});

test("a silent receiver ends with the deadline", async () => {
  const url = await rawReceiver(() => {});
  expect(await poster.post(url, { ...REQUEST, timeoutMs: 100 })).toMatchObject({
    kind: "failure",
    failure: "timeout",
  });
});

test("a name server that says nothing ends with the deadline", async () => {
  const silent = createPoster(createEgressGuard([], () => new Promise(() => {})));
  const result = await silent.post("https://receiver.test/", { ...REQUEST, timeoutMs: 100 });
  expect(result).toMatchObject({ kind: "failure", failure: "timeout" });
});

test("a stop interrupts a post that is out, or not yet begun", async () => {
  const stop = new AbortController();
  const url = await rawReceiver(() => stop.abort());
  const cancelled = { kind: "failure", failure: "cancelled" };
  expect(await poster.post(url, { ...REQUEST, signal: stop.signal })).toMatchObject(cancelled);
  expect(await poster.post(url, { ...REQUEST, signal: stop.signal })).toMatchObject(cancelled);
});

test("hundreds of hanging receivers do not hold up another", async () => {
  const hanging = await rawReceiver(() => {});
  const stop = new AbortController();
  const stuck = Array.from({ length: 400 }, () => poster.post(hanging, { ...REQUEST, signal: stop.signal }));
  const url = receiver(() => new Response("ok"));
  expect(await poster.post(url, { ...REQUEST, timeoutMs: 5000 })).toMatchObject({
    kind: "response",
    status: 200,
  });
  stop.abort();
  await Promise.all(stuck);
});

test("each way to fail has its name", async () => {
  const plain = new URL(receiver(() => new Response("ok")));
  const failures = {
    connection: "http://127.0.0.1:1/",
    tls: `https://127.0.0.1:${plain.port}/`,
    protocol: await rawReceiver((socket) => socket.end("garbage\r\n\r\n")),
    refused: "https://10.0.0.1/",
    dns: "https://nowhere.invalid/",
  };
  for (const [failure, url] of Object.entries(failures)) {
    expect({ url, ...(await poster.post(url, REQUEST)) }).toMatchObject({ kind: "failure", failure });
  }
});

test("an answer that ends early is a failed connection", async () => {
  const url = await rawReceiver((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nok"));
  expect(await poster.post(url, REQUEST)).toMatchObject({ kind: "failure", failure: "connection" });
});

test("endless headers are a failure", async () => {
  const url = await rawReceiver((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const more = setInterval(() => socket.write(`x-pad: ${"y".repeat(60_000)}\r\n`), 1);
    socket.on("close", () => clearInterval(more));
  });
  expect(await poster.post(url, REQUEST)).toMatchObject({ kind: "failure", failure: "protocol" });
});

test.each(HOSTILE_URLS)("posting to %j is refused", async (url) => {
  const strict = createPoster(createEgressGuard([]));
  expect(await strict.post(url, { ...REQUEST, timeoutMs: 1000 })).toMatchObject({
    kind: "failure",
    failure: "refused",
  });
});

test("the address that was checked is the one that is dialled", async () => {
  let visited = 0;
  const url = new URL(receiver(() => new Response(String(++visited))));
  const answers = [["93.184.216.34"], ["127.0.0.1"]];
  const dns = await startDnsServer(() => answers[Math.min(dns.requests.length - 1, 1)] ?? []);
  closing.push(() => dns.close());
  const rebound = createEgressGuard([], dns.resolve);
  await rebound.checkUrl(`https://rebind.test:${url.port}/`);
  const result = await createPoster(rebound).post(`https://rebind.test:${url.port}/`, REQUEST);
  expect(result).toMatchObject({ kind: "failure", failure: "refused" });
  expect(visited).toBe(0);
});
