/** Pairing that does not come to an end: why is said, and nothing half paired stays. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { Standing } from "../../daemon/channels/session.ts";
import { type GatewaySite, NUMBER, QUICK, startGatewaySite } from "./site.ts";

let site: GatewaySite;
let channelId: string;
const timings = { ...QUICK, qrMs: 800 };

beforeAll(async () => {
  site = await startGatewaySite();
  site.gateway({ timings });
});

afterAll(() => site.stop());

beforeEach(async () => {
  site.web.control.clearFaults();
  channelId = await site.newChannel();
  timings.connectingMs = QUICK.connectingMs;
});

/** How long a connection is waited for that comes to nothing. */
const SOON_MS = 1000;

/** Which of its QR codes a pairing shows; a busy machine may miss one. */
function attemptOf({ pairing }: Standing): number {
  return pairing?.attempt ?? 0;
}

/** Nothing is left of a pairing. */
async function expectUnpaired(): Promise<void> {
  expect(await site.row(channelId)).toMatchObject({
    wanted: "off",
    paired: false,
    credentials: null,
    pairing: null,
  });
  expect(await site.sql`select 1 from web_session_keys where channel_id = ${channelId}`).toBeEmpty();
}

test("a server that offers no QR code: three connections, then the reason", async () => {
  timings.connectingMs = SOON_MS;
  site.web.control.fault({ fault: "no_qr", times: 3 });
  await site.connect(channelId);
  const channel = await site.untilStatus(channelId, "disconnected");
  expect(channel.status_reason).toMatch(/^WhatsApp offered no way to pair: .*\(408\); connect it again$/);
  await expectUnpaired();
});

test("QR codes that nobody scans are counted, and run out", async () => {
  site.web.control.fault({ fault: "few_refs", times: 3 });
  await site.connect(channelId);
  const { pairing } = await site.until(channelId, (standing) => attemptOf(standing) > 1);
  expect(pairing?.qr).toStartWith("https://wa.me/settings/linked_devices#");
  const channel = await site.untilStatus(channelId, "disconnected");
  expect(channel.status_reason).toContain(
    "the QR code was not scanned in time: WhatsApp gave no more codes (408)",
  );
  await expectUnpaired();
});

test("a QR code rotates while it waits", async () => {
  await site.connect(channelId);
  const first = await site.until(channelId, (standing) => attemptOf(standing) > 0);
  const later = await site.until(channelId, (standing) => attemptOf(standing) > attemptOf(first));
  expect(later.pairing?.qr).not.toBe(first.pairing?.qr ?? "");
  await site.disconnect(channelId, "off");
  await site.untilStatus(channelId, "disconnected");
});

test("a server that refuses the connection", async () => {
  timings.connectingMs = SOON_MS;
  site.web.control.fault({ fault: "refuse", times: 3 });
  await site.connect(channelId);
  const channel = await site.untilStatus(channelId, "disconnected");
  expect(channel.status_reason).toContain("WhatsApp offered no way to pair");
});

test("a code typed on the phone pairs the number", async () => {
  await site.connect(channelId, {
    method: "pairing_code",
    phone_number: NUMBER,
    replaces_number: false,
    replacement: null,
  });
  const { pairing } = await site.until(channelId, (standing) => standing.pairing !== null);
  const code = pairing?.pairingCode ?? "";
  expect(code).toMatch(/^[0-9A-Z]{8}$/);
  expect(pairing?.qr).toBeNull();
  await site.web.control.typeCode(NUMBER, code);
  const channel = await site.untilStatus(channelId, "connected");
  expect(channel.phone_number).toBe(`+${NUMBER}`);
});

test("a code that nobody types leaves nothing that would log in", async () => {
  site.web.control.fault({ fault: "few_refs" });
  await site.connect(channelId, {
    method: "pairing_code",
    phone_number: NUMBER,
    replaces_number: false,
    replacement: null,
  });
  const channel = await site.untilStatus(channelId, "disconnected");
  expect(channel.status_reason).toContain("the pairing code was not entered in time");
  await expectUnpaired();
});
