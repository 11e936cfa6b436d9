/** Daemons as processes, killed: a paired number comes back without a new QR code, here or in another daemon. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller, type TestDaemon } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { NUMBER } from "./site.ts";
import { untilStatus } from "./support.ts";

let site: Site;
let web: WhatsAppWebSandbox;
const ports = [freePort(), freePort()] as const;

beforeAll(async () => {
  site = await prepareSite(ports[0], {});
  web = await startWhatsAppWebSandbox();
});

afterAll(async () => {
  await site.stop();
  await web.stop();
});

const start = (port: number) =>
  site.start(port, { WAYPOST_WA_WEB_URL: web.url, WAYPOST_WA_ROOT_KEY: web.rootKey });

async function pair(call: TestDaemon["call"]): Promise<string> {
  const { body: channel } = await call("POST", "/v1/channels", {
    platform: "whatsapp_unofficial",
    name: "Paired",
  });
  await call("POST", `/v1/channels/${channel.id}/connect`);
  const { body } = await call("GET", `/v1/channels/${channel.id}/qr?wait=20`);
  await web.control.scan(NUMBER, body.qr);
  await untilStatus(call)(channel.id, "connected");
  return channel.id;
}

/** Who holds the session, and under which number. */
async function holder(channelId: string): Promise<{ owner: string; fence: number }> {
  const [row] = await site.sql<{ owner: string; fence: number }[]>`
    select owner, fence from web_sessions where channel_id = ${channelId}`;
  if (row === undefined) throw new Error("there is no such session");
  return row;
}

async function untilHeldAgain(channelId: string, fence: number): Promise<void> {
  await until(async () => (await holder(channelId)).fence !== fence);
}

const devices = () => web.control.phones().find(({ number }) => number === NUMBER)?.devices ?? [];

test("a daemon that is killed comes back with the login; another one takes over when it does not", async () => {
  const first = await start(ports[0]);
  const call = caller(first.url, site.key);
  const id = await pair(call);
  const { fence } = await holder(id);
  await first.kill();

  const again = await start(ports[0]);
  await untilHeldAgain(id, fence);
  await untilStatus(call)(id, "connected");
  expect(devices()).toMatchObject([{ state: "connected" }]);

  const second = await start(ports[1]);
  const before = await holder(id);
  await again.kill();
  await untilHeldAgain(id, before.fence);
  const channel = await untilStatus(caller(second.url, site.key))(id, "connected", "replaced");
  expect(channel).toMatchObject({ status: "connected", status_reason: null });
  expect(devices()).toMatchObject([{ state: "connected" }]);
});

test(
  "a daemon that is killed while somebody pairs a number says so with the next code",
  async () => {
    const first = await start(ports[0]);
    const call = caller(first.url, site.key);
    const { id } = (await call("POST", "/v1/channels", { platform: "whatsapp_unofficial", name: "Cut off" }))
      .body;
    await call("POST", `/v1/channels/${id}/connect`);
    const shown = (await call("GET", `/v1/channels/${id}/qr?wait=20`)).body;
    expect(shown.status_reason).toBe("scan the QR code with the phone");
    await first.kill();
    await start(ports[0]);
    await until(async () => ((await call("GET", `/v1/channels/${id}/qr`)).body.qr ?? shown.qr) !== shown.qr);
    const { qr, status_reason } = (await call("GET", `/v1/channels/${id}/qr`)).body;
    expect(status_reason).toBe(
      "pairing_cut_off: the daemon ended in the middle of this pairing; scan the QR code with the phone once more",
    );
    await web.control.scan("15557010009", qr);
    expect((await untilStatus(call)(id, "connected")).status_reason).toBeNull();
  },
  LONG_MS,
);
