/** Pairing that does not come to an end: why is said, and nothing half paired stays. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { type Ground, NUMBER, QUICK, startGround } from "./ground.ts";

let ground: Ground;
let channelId: string;

beforeAll(async () => {
  ground = await startGround();
  ground.gateway({ timings: { ...QUICK, connecting: 500, qr: 400 } });
});

afterAll(() => ground.stop());

beforeEach(async () => {
  ground.web.control.clearFaults();
  channelId = await ground.newChannel();
});

/** Nothing is left of a pairing. */
async function expectUnpaired(): Promise<void> {
  expect(await ground.row(channelId)).toMatchObject({
    wanted: "off",
    paired: false,
    credentials: null,
    pairing: null,
  });
  expect(await ground.sql`select 1 from web_session_keys where channel_id = ${channelId}`).toBeEmpty();
}

test("a server that offers no QR code: three connections, then the reason", async () => {
  ground.web.control.fault({ fault: "no_qr", times: 3 });
  await ground.connect(channelId);
  const channel = await ground.untilStatus(channelId, "disconnected");
  expect(channel.status_reason).toMatch(/^WhatsApp offered no way to pair: .*\(408\); connect it again$/);
  await expectUnpaired();
});

test("QR codes that nobody scans are counted, and run out", async () => {
  ground.web.control.fault({ fault: "few_refs", times: 3 });
  await ground.connect(channelId);
  const third = await ground.until(channelId, ({ pairing }) => pairing?.attempt === 3);
  expect(third.pairing?.qr).toStartWith("https://wa.me/settings/linked_devices#");
  const channel = await ground.untilStatus(channelId, "disconnected");
  expect(channel.status_reason).toContain(
    "the QR code was not scanned in time: QR refs attempts ended (408)",
  );
  await expectUnpaired();
});

test("a QR code rotates while it waits", async () => {
  await ground.connect(channelId);
  const first = await ground.until(channelId, ({ pairing }) => pairing?.attempt === 1);
  const second = await ground.until(channelId, ({ pairing }) => pairing?.attempt === 2);
  expect(second.pairing?.qr).not.toBe(first.pairing?.qr ?? "");
  await ground.disconnect(channelId, "off");
  await ground.untilStatus(channelId, "disconnected");
});

test("a server that refuses the connection", async () => {
  ground.web.control.fault({ fault: "refuse", times: 3 });
  await ground.connect(channelId);
  const channel = await ground.untilStatus(channelId, "disconnected");
  expect(channel.status_reason).toContain("WhatsApp offered no way to pair");
});

test("a code typed on the phone pairs the number", async () => {
  await ground.connect(channelId, { method: "pairing_code", phone_number: NUMBER });
  const { pairing } = await ground.until(channelId, (standing) => standing.pairing !== null);
  const code = pairing?.pairingCode ?? "";
  expect(code).toMatch(/^[0-9A-Z]{8}$/);
  expect(pairing?.qr).toBeNull();
  await ground.web.control.typeCode(NUMBER, code);
  const channel = await ground.untilStatus(channelId, "connected");
  expect(channel.phone_number).toBe(`+${NUMBER}`);
});

test("a code that nobody types leaves nothing that would log in", async () => {
  ground.web.control.fault({ fault: "few_refs" });
  await ground.connect(channelId, { method: "pairing_code", phone_number: NUMBER });
  const channel = await ground.untilStatus(channelId, "disconnected");
  expect(channel.status_reason).toContain("the pairing code was not entered in time");
  await expectUnpaired();
});
