/** Nothing that customers' URLs and name servers say makes a connection to a private place. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { createEgressGuard, type EgressGuard } from "../../daemon/egress/guard.ts";
import { createPoster } from "../../daemon/egress/post.ts";
import { download } from "../../daemon/media/download.ts";
import { temporaryFolder } from "../support/clusters.ts";
import { type DnsServer, startDnsServer } from "./dns-server.ts";
import { HOSTILE_URLS } from "./hostile-urls.ts";

const PUBLIC = ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"];
/** A name server's answers, one a query (a look-up makes two); the last one stays. */
const REBINDING: Record<string, string[][]> = {
  "second.test": [PUBLIC, ["127.0.0.1"]],
  "third.test": [PUBLIC, PUBLIC, ["127.0.0.1"]],
  "six.test": [PUBLIC, ["::1"]],
  "mapped.test": [PUBLIC, ["::ffff:7f00:1"]],
  "mixed.test": [PUBLIC, ["93.184.216.34", "127.0.0.1"]],
};

let canaries: Server[];
let visits = 0;
let port = 0;
let dns: DnsServer;
let guard: EgressGuard;
const folder = temporaryFolder();

beforeAll(async () => {
  const first = await listen("127.0.0.1", 0);
  port = (first.address() as { port: number }).port;
  canaries = [
    first,
    ...(await listen("::1", port).then(
      (one) => [one],
      () => [],
    )),
  ];
  const queries = new Map<string, number>();
  dns = await startDnsServer((name) => {
    const answers = REBINDING[name] ?? [];
    const nth = queries.get(name) ?? 0;
    queries.set(name, nth + 1);
    return answers[Math.min(nth, answers.length - 1)] ?? [];
  });
  guard = createEgressGuard([], dns.resolve);
});
afterAll(async () => {
  for (const canary of canaries) canary.close();
  dns.close();
  await rm(folder, { recursive: true, force: true });
});

function listen(host: string, at: number): Promise<Server> {
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at, host, () => resolve(server));
  });
}

/** The URL as it is, and led to the canary's port. */
function aimed(url: string): string[] {
  return [url, url.replace(/^([a-z]+:\/\/[^/?#:]+|[a-z]+:\/\/\[[^\]]*\])\//i, `$1:${port}/`)];
}

async function tryDownload(url: string): Promise<string> {
  const location = { url, headers: {}, mimeType: "image/png", size: null, sha256: null };
  const options = {
    guard,
    tunnel: null,
    path: `${folder}/${crypto.randomUUID()}`,
    mimeType: "image/png",
    timeoutMs: 500,
  };
  return await download(location, { ...options, signal: new AbortController().signal }).then(
    () => "stored",
    (cause: { code?: string; name: string }) => cause.name,
  );
}

test(`${HOSTILE_URLS.length} hostile URLs, at least 150, reach nobody by webhook or media`, async () => {
  expect(new Set(HOSTILE_URLS).size).toBeGreaterThanOrEqual(150);
  const poster = createPoster(guard);
  for (const url of HOSTILE_URLS.flatMap(aimed)) {
    const result = await poster.post(url, { headers: {}, body: "{}", timeoutMs: 500 });
    expect({ url, ...result }).toMatchObject({ kind: "failure", failure: "refused" });
    expect({ url, outcome: await tryDownload(url) }).toEqual({ url, outcome: "Error" });
  }
  poster.close();
  expect(visits).toBe(0);
});

test.each(Object.keys(REBINDING))(
  "the rebinding name %s reaches nobody, however often it is dialled",
  async (name) => {
    const url = `https://${name}:${port}/`;
    const poster = createPoster(guard);
    await guard.checkUrl(url).catch(() => {});
    for (let nth = 0; nth < 4; nth++) {
      const result = await poster.post(url, { headers: {}, body: "{}", timeoutMs: 200 });
      expect(result.kind).toBe("failure");
      await tryDownload(url);
    }
    poster.close();
    expect(visits).toBe(0);
  },
);
