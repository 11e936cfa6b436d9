/** Of another phone than the channel's own nothing is taken: its login is kept unused until somebody decides. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { SessionListener } from "../../daemon/providers/whatsapp-web/connection/session.ts";
import { type GatewaySite, NUMBER, startGatewaySite } from "./site.ts";

const OTHER = "15557010077";

let site: GatewaySite;
/** Whose sockets were listened to: null before a phone has taken the device. */
const heard: (string | null)[] = [];
const listener: SessionListener = {
  onSocket: (session) => void heard.push(session.identity()?.phone ?? null),
  getMessage: async () => undefined,
};

beforeAll(async () => {
  site = await startGatewaySite();
  site.gateway({ listener });
});
afterAll(() => site.stop());

const devicesOf = (number: string) =>
  site.web.control.phones().find((phone) => phone.number === number)?.devices ?? [];

/** A channel of the first number, to which the other phone was paired. */
async function refused(): Promise<string> {
  const channelId = await site.newChannel();
  await site.pair(channelId, NUMBER);
  await site.disconnect(channelId, "logout");
  await site.untilStatus(channelId, "logged_out");
  await site.connect(channelId);
  const { pairing } = await site.until(channelId, (standing) => standing.pairing !== null);
  await site.web.control.scan(OTHER, pairing?.qr ?? "");
  const channel = await site.untilStatus(channelId, "disconnected");
  expect(channel).toMatchObject({ phone_number: `+${NUMBER}`, offered_number: `+${OTHER}` });
  return channelId;
}

test("the login of another phone is kept, but not listened to", async () => {
  const channelId = await refused();
  expect(heard).toContain(NUMBER);
  expect(heard).not.toContain(OTHER);
  expect(await site.row(channelId)).toMatchObject({ wanted: "off", paired: true, set_aside: true });
});

test("once the first number is wanted again, the other's device is gone from its phone", async () => {
  const channelId = await refused();
  const [device] = devicesOf(OTHER).slice(-1);
  await site.connect(channelId);
  const { pairing } = await site.until(channelId, (standing) => standing.pairing !== null);
  expect(devicesOf(OTHER)).not.toContainEqual(expect.objectContaining({ device: device?.device }));
  await site.web.control.scan(NUMBER, pairing?.qr ?? "");
  await site.untilStatus(channelId, "connected");
  expect(await site.row(channelId)).toMatchObject({ paired: true, set_aside: false });
});

test("a device that the other phone removed by itself is no obstacle to the first number", async () => {
  const channelId = await refused();
  for (const { device } of devicesOf(OTHER)) site.web.control.unlink(OTHER, device);
  await site.connect(channelId);
  const { pairing } = await site.until(channelId, (standing) => standing.pairing !== null);
  await site.web.control.scan(NUMBER, pairing?.qr ?? "");
  await site.untilStatus(channelId, "connected");
});

test("a logout ends the login that was kept", async () => {
  const channelId = await refused();
  const before = devicesOf(OTHER).length;
  await site.disconnect(channelId, "logout");
  const channel = await site.untilStatus(channelId, "logged_out");
  expect(channel.offered_number).toBeNull();
  expect(devicesOf(OTHER).length).toBe(before - 1);
});
