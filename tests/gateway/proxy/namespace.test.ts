/** A daemon in a network namespace, with a number behind a proxy outside of it: no packet goes past that. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createPeople, type SandboxPeople } from "../../../daemon/sandbox/whatsapp-web/people/people.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { writeCertificate } from "../../../daemon/sandbox/whatsapp-web/wire/trust.ts";
import { freePort } from "../../../scripts/lib/free-port.ts";
import { ADA, NUMBER } from "../../providers/whatsapp-web/chat.ts";
import { caller } from "../../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../../support/daemon-process.ts";
import { type ProxyProcess, startProxyProcess } from "../../support/proxies/start.ts";
import { startRelay } from "../../support/relay.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { eventually } from "../../support/until.ts";
import { untilStatus } from "../support.ts";
import { makeNamespace, type Namespace } from "./namespace.ts";

const USER = { name: "anna", password: "top-secret" };
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const namespace = makeNamespace();
const title = namespace === null ? " (skipped: needs root, iproute2 and network namespaces)" : "";
const printed = join(temporaryFolder("namespace"), "log");
let site: Site;
let web: WhatsAppWebSandbox;
let people: SandboxPeople;
let proxy: ProxyProcess;
let daemon: DaemonProcess;
let removeCertificate: (() => Promise<void>) | undefined;

/** Only the proxy and the database are where the namespace can reach them; the sandbox is on this machine's loopback. */
async function startInside({ here, there, enter }: Namespace): Promise<void> {
  web = await startWhatsAppWebSandbox({
    async createPeople(given) {
      people = await createPeople(given);
      return people;
    },
  });
  const certificate = await writeCertificate(web.certificate);
  removeCertificate = certificate.remove;
  site = await prepareSite(freePort(), {});
  proxy = await startProxyProcess({ kind: "socks5", host: here, user: USER });
  const relay = await startRelay(site.databaseUrl, undefined, here);
  daemon = await site.start(
    freePort(),
    {
      DATABASE_URL: relay.url,
      WAYPOST_HOST: there,
      // the namespace is no public network
      WAYPOST_BEHIND_PROXY: "true",
      WAYPOST_ALLOW_PRIVATE_HOSTS: `${here},127.0.0.0/8`,
      WAYPOST_WA_WEB_URL: web.url,
      WAYPOST_WA_ROOT_KEY: web.rootKey,
      NODE_EXTRA_CA_CERTS: certificate.path,
      WAYPOST_LOG_LEVEL: "debug",
    },
    printed,
    enter,
  );
}

beforeAll(async () => {
  if (namespace !== null) await startInside(namespace);
});
afterAll(async () => {
  await site?.stop();
  await web?.stop();
  await proxy?.kill();
  await removeCertificate?.();
  namespace?.remove();
});

test.skipIf(namespace === null)(
  `it is paired, talks and exchanges files, and no packet goes anywhere else${title}`,
  async () => {
    const call = caller(daemon.url, site.key);
    const made = await call("POST", "/v1/channels", {
      platform: "whatsapp_unofficial",
      name: "Behind a proxy",
      settings: { rate: { per_second: 100_000 }, warmup: null, proxy: { url: proxy.url } },
    });
    const { id } = made.body;
    await call("POST", `/v1/channels/${id}/connect`);
    const shown = await call("GET", `/v1/channels/${id}/qr?wait=20`);
    await web.control.scan(NUMBER, shown.body.qr);
    await untilStatus(call)(id, "connected");
    await sendPicture(id);
    await receivePicture();
    expect((await call("GET", "/v1/diagnostics")).body.proxies).toMatchObject([
      { channel_id: id, error: null },
    ]);
    const [socket] = proxy.seen;
    expect(socket).toBe(new URL(web.url).host);
    expect(namespace?.strayPackets()).toBe(0);

    await proxy.kill();
    const { status_reason } = await untilStatus(call)(id, "disconnected");
    expect(status_reason).toStartWith("proxy_unreachable: the channel's proxy can't be reached");
    expect(namespace?.strayPackets()).toBe(0);
    const log = await Bun.file(printed).text();
    expect(log).toContain("a paired number is held here");
    expect(log).not.toContain(USER.password);
  },
);

async function sendPicture(channelId: string): Promise<void> {
  const call = caller(daemon.url, site.key);
  const headers = { "x-api-key": site.key, "content-type": "image/png" };
  const uploaded = await fetch(`${daemon.url}/v1/media`, { method: "POST", headers, body: PNG });
  const { id } = (await uploaded.json()) as { id: string };
  const sent = await call("POST", "/v1/messages", {
    ...{ channel_id: channelId, to: ADA, type: "image", content: { media_id: id } },
  });
  await eventually("picture on the phone", async () => {
    const { body } = await call("GET", `/v1/messages/${sent.body.id}`);
    return body.status === "delivered" || body.status === "read";
  });
}

async function receivePicture(): Promise<void> {
  const call = caller(daemon.url, site.key);
  await people.control.send(ADA, { kind: "image", to: NUMBER });
  await eventually("picture that came in", async () => {
    const { body } = await call("GET", "/v1/messages?direction=inbound");
    const address = body.data[0]?.content.media_url;
    if (address === undefined) return false;
    return (await fetch(daemon.url + address, { headers: { "x-api-key": site.key } })).status === 200;
  });
}

test.skipIf(namespace === null)(`a packet that goes past it would be counted${title}`, async () => {
  const stray = 'await fetch("http://93.184.216.34/", { signal: AbortSignal.timeout(300) }).catch(() => {})';
  const before = namespace?.strayPackets() ?? 0;
  Bun.spawnSync([...(namespace?.enter ?? []), process.execPath, "--no-env-file", "-e", stray]);
  expect(namespace?.strayPackets()).toBeGreaterThan(before);
});
