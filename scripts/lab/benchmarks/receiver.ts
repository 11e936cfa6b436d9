/**
 * The customers' side of a run, a program of its own: takes webhooks at `/good…` and notes how long each took since
 * its body's `emitted_at`; misbehaves at the paths of BAD. `GET /taken` says what came since `POST /forget`.
 */
import { quantile } from "./report.ts";
import type { Taken } from "./webhook-receiver.ts";

const MEGABYTE = Buffer.alloc(1024 * 1024, "x");
const BOMB = Bun.gzipSync(new Uint8Array(100 * 1024 * 1024));

let latencies: number[] = [];
let first = 0;
let last = 0;

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/taken") return Response.json(taken());
    const body = await request.text();
    if (pathname === "/forget") {
      latencies = [];
      first = 0;
    } else if (pathname.startsWith("/good")) note(body);
    return BAD[pathname]?.() ?? new Response(null, { status: 204 });
  },
});
process.stdout.write(`listening at http://127.0.0.1:${server.port}\n`);

function note(body: string): void {
  last = performance.now();
  if (first === 0) first = last;
  const emitted = /"emitted_at": ?([\d.]+)/.exec(body)?.[1];
  latencies.push(performance.timeOrigin + last - Number(emitted));
}

function taken(): Taken {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(latencies, share));
  return { count: latencies.length, seconds: (last - first) / 1000, p50, p95, p99 } as Taken;
}

/** Bad endpoints, by their path; see BAD_ENDPOINTS. */
const BAD: Record<string, () => Response | Promise<Response>> = {
  "/bad/hang": () => new Promise(() => {}),
  "/bad/drip": () => new Response(chunks(Buffer.from("."), 1000, Number.POSITIVE_INFINITY)),
  "/bad/gigabyte": () => new Response(chunks(MEGABYTE, 0, 1024)),
  "/bad/gzip": () => new Response(BOMB, { headers: { "content-encoding": "gzip" } }),
  "/bad/redirect": () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1:1/" } }),
  "/bad/gone": () => new Response(null, { status: 410 }),
  "/bad/busy": () => new Response(null, { status: 429, headers: { "retry-after": "30" } }),
};

/** A body that comes chunk by chunk. */
function chunks(chunk: Uint8Array, everyMs: number, count: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      if (everyMs > 0) await Bun.sleep(everyMs);
      controller.enqueue(chunk);
      sent += 1;
      if (sent === count) controller.close();
    },
  });
}
