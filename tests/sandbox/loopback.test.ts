/** What listens on loopback and asks for no key answers programs of this machine, not pages of other sites. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createMetrics } from "../../daemon/health/metrics.ts";
import { type MetricsServer, startMetricsServer } from "../../daemon/health/metrics-server.ts";
import { type Sandbox, startSandbox } from "../../daemon/sandbox/start.ts";

let sandbox: Sandbox;
let metrics: MetricsServer;
let addresses: Record<string, string>;

beforeAll(async () => {
  sandbox = await startSandbox();
  metrics = startMetricsServer(createMetrics(), 0);
  addresses = {
    control: `${sandbox.graph.url}/sandbox/messages`,
    graph: `${sandbox.graph.graphUrl}/oauth/access_token`,
    web: (sandbox.web?.url ?? "").replace(/^ws/, "http"),
    metrics: metrics.url,
  };
});
afterAll(async () => {
  await sandbox.stop();
  await metrics.stop();
});

const ask = async (server: string, headers: Record<string, string>) =>
  (await fetch(addresses[server] ?? "", { headers })).status;

const FOREIGN: Record<string, string>[] = [
  { host: "evil.example" },
  { host: "127.0.0.1.evil.example:8485" },
  { host: "localhost.evil.example" },
  { origin: "https://evil.example" },
  { origin: "http://localhost.evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
];
const OWN: Record<string, string>[] = [
  {},
  { host: "localhost:8485" },
  { host: "[::1]:8485" },
  { origin: "http://localhost:3000" },
  { "sec-fetch-site": "none" },
];

for (const server of ["control", "graph", "web", "metrics"]) {
  test.each(FOREIGN)(`${server} refuses %p`, async (headers) => {
    expect(await ask(server, headers)).toBe(403);
  });
  test.each(OWN)(`${server} answers %p`, async (headers) => {
    expect(await ask(server, headers)).not.toBe(403);
  });
}

test("the stand-in for WhatsApp Web takes the origin that its clients name", async () => {
  expect(await ask("web", { origin: "https://web.whatsapp.com" })).toBe(426);
  expect(await ask("control", { origin: "https://web.whatsapp.com" })).toBe(403);
});
