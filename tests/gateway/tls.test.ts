/** The same over wss://, with a certificate of the sandbox's own. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { writeCertificate } from "../../daemon/sandbox/whatsapp-web/wire/trust.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { NUMBER } from "./site.ts";
import { untilStatus } from "./support.ts";

let site: Site;
let web: WhatsAppWebSandbox;
let certificate: { path: string; remove(): Promise<void> };

beforeAll(async () => {
  site = await prepareSite(freePort(), {});
  web = await startWhatsAppWebSandbox({ tls: true });
  certificate = await writeCertificate(web.certificate);
});

afterAll(async () => {
  await site.stop();
  await web.stop();
  await certificate.remove();
});

/** A daemon that pairs a channel, on a port of its own. */
async function connecting(environment: Record<string, string>) {
  const daemon = await site.start(freePort(), {
    WAYPOST_WA_WEB_URL: web.url,
    WAYPOST_WA_ROOT_KEY: web.rootKey,
    ...environment,
  });
  const call = caller(daemon.url, site.key);
  const { body: channel } = await call("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Paired",
  });
  await call("POST", `/v1/channels/${channel.id}/connect`);
  return { daemon, call, id: channel.id as string };
}

test("a daemon that trusts the certificate pairs", async () => {
  expect(web.url).toStartWith("wss://");
  const { daemon, call, id } = await connecting({ NODE_EXTRA_CA_CERTS: certificate.path });
  const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  await web.control.scan(NUMBER, body.qr);
  await untilStatus(call)(id, "connected");
  await daemon.kill();
});

test("one that was not refuses the server, and says why", async () => {
  const { call, id } = await connecting({});
  const channel = await untilStatus(call)(id, "disconnected");
  expect(channel.status_reason).toMatch(/WhatsApp offered no way to pair: WebSocket Error/);
});
