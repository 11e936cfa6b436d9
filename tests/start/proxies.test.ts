/** A daemon whose only way out is a proxy: it sends, delivers and pairs through it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import tls from "node:tls";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { NUMBER } from "../gateway/site.ts";
import { untilStatus } from "../gateway/support.ts";
import { certificateFor } from "../support/certificate.ts";
import { type ConnectProxy, startConnectProxy } from "../support/connect-proxy.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { until } from "../support/until.ts";

const RECEIVER = "93.184.216.34";
const PASSWORD = "top-secret";
const certificate = certificateFor(["graph.invalid", "web.invalid", RECEIVER]);
const title = certificate === null ? " (skipped: no openssl here)" : "";
const closing: (() => unknown)[] = [];
const hosts: (string | null)[] = [];
let site: Site;
let web: WhatsAppWebSandbox;
let proxy: ConnectProxy;
let daemon: DaemonProcess;
let printed = "";

/** Ends TLS in front of a port; resolves with its own. The sandboxes answer to no name but this machine's. */
async function startTlsFront(port: number): Promise<number> {
  const front = tls.createServer({ key: certificate?.key, cert: certificate?.cert }, (client) => {
    const upstream = connect(port, "127.0.0.1");
    client.on("data", (bytes) =>
      upstream.write(
        bytes.toString("latin1").replace(/^(host: )\w+\.invalid\r$/im, "$1localhost\r"),
        "latin1",
      ),
    );
    upstream.pipe(client);
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
    closing.push(() => client.destroy());
  });
  await new Promise<void>((done) => front.listen(0, "127.0.0.1", done));
  closing.push(() => front.close());
  const address = front.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

beforeAll(async () => {
  if (certificate === null) return;
  site = await prepareSite(freePort(), {});
  web = await startWhatsAppWebSandbox({});
  const receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      hosts.push(request.headers.get("host"));
      return new Response("ok");
    },
  });
  closing.push(() => receiver.stop(true));
  const ports: Record<string, number> = {
    "graph.invalid:443": await startTlsFront(Number(new URL(site.sandbox.graphUrl).port)),
    "web.invalid:443": await startTlsFront(Number(new URL(web.url).port)),
    [`${RECEIVER}:443`]: await startTlsFront(receiver.port ?? 0),
  };
  proxy = await startConnectProxy({
    portOf: (target) => ports[target] ?? 1,
    credentials: `waypost:${PASSWORD}`,
  });
  printed = `${certificate.path}.log`;
  const { pathname } = new URL(site.sandbox.graphUrl);
  daemon = await site.start(
    freePort(),
    {
      HTTPS_PROXY: proxy.address,
      NODE_EXTRA_CA_CERTS: certificate.path,
      WAYPOST_GRAPH_URL: `https://graph.invalid${pathname}`,
      WAYPOST_WA_WEB_URL: `wss://web.invalid${new URL(web.url).pathname}`,
      WAYPOST_WA_ROOT_KEY: web.rootKey,
      WAYPOST_LOG_LEVEL: "debug",
    },
    printed,
  );
});

afterAll(async () => {
  await site?.stop();
  await web?.stop();
  proxy?.stop();
  for (const close of closing) close();
  certificate?.remove();
});

test.skipIf(certificate === null)(`messages, webhooks and pairing go through it${title}`, async () => {
  const call = caller(daemon.url, site.key);
  const made = await call("POST", "/v1/settings/developer/webhooks/endpoints", {
    url: `https://${RECEIVER}/in`,
    filterTypes: ["message.sent"],
  });
  expect(made.status).toBe(201);
  const { status, body } = await call("POST", "/v1/messages", {
    channel_id: site.channelId,
    to: "+15551230001",
    type: "text",
    content: { text: "through the proxy" },
  });
  expect([status, body.detail]).toEqual([201, undefined]);
  await until(async () => hosts.length > 0);
  expect(hosts[0]).toBe(RECEIVER);

  const channel = await call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "Paired" });
  const { id } = channel.body;
  await call("POST", `/v1/channels/${id}/connect`);
  const shown = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  await web.control.scan(NUMBER, shown.body.qr);
  await untilStatus(call)(id, "connected");

  const health = await call("GET", "/v1/diagnostics");
  expect(health.status).toBe(200);
  expect(new Set(proxy.requests)).toEqual(
    new Set(["graph.invalid:443", "web.invalid:443", `${RECEIVER}:443`]),
  );
  expect(await Bun.file(printed).text()).not.toContain(PASSWORD);
});

test.skipIf(certificate === null)(
  `a proxy of another kind ends the start, without its password${title}`,
  async () => {
    const output = `${certificate?.path}.refused`;
    const started = site.start(freePort(), { HTTPS_PROXY: `socks5://u:${PASSWORD}@127.0.0.1:1` }, output);
    expect(await started.catch((cause: Error) => cause.message)).toContain("the daemon ended with");
    const text = await Bun.file(output).text();
    expect(text).toContain(
      "HTTPS_PROXY must be the address of an HTTP proxy, such as http://proxy.example.com:3128",
    );
    expect(text).not.toContain(PASSWORD);
  },
);
