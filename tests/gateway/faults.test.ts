/** Everything that can go wrong with a connection: each ends in the right state, with the right reason. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { type GatewaySite, QUICK, type SiteGateway, startGatewaySite } from "./site.ts";

let site: GatewaySite;
let gateway: SiteGateway;
let channelId: string;
let number = 15557020000;
const timings = { ...QUICK };

beforeAll(async () => {
  site = await startGatewaySite();
  gateway = site.gateway({ timings });
});

afterAll(() => site.stop());

/** A channel that is paired with a number of its own. */
beforeEach(async () => {
  site.web.control.clearFaults();
  timings.connectingMs = QUICK.connectingMs;
  number += 1;
  channelId = await site.newChannel();
  await site.pair(channelId, String(number));
});

const fault = (name: Parameters<GatewaySite["web"]["control"]["fault"]>[0]["fault"], more = {}) =>
  site.web.control.fault({ fault: name, number: String(number), at: "now", ...more });

for (const code of ["428", "500", "503"] as const) {
  test(`${code}: it connects again by itself, without a new QR code`, async () => {
    fault(code);
    await site.untilStatus(channelId, "connecting");
    await site.untilStatus(channelId, "connected");
  });
}

test("515: it connects again at once, which nobody may notice", async () => {
  const before = gateway.find(channelId)?.socket();
  fault("515");
  await site.until(channelId, () => ![before, null, undefined].includes(gateway.find(channelId)?.socket()));
  await site.untilStatus(channelId, "connected");
  expect(await site.row(channelId)).toMatchObject({ wanted: "on", paired: true });
});

test("a connection that is cut comes back", async () => {
  fault("drop");
  await site.untilStatus(channelId, "connecting");
  await site.untilStatus(channelId, "connected");
});

test("a login that is refused several times is tried again", async () => {
  fault("500", { at: "login", times: 3 });
  fault("drop");
  await site.until(channelId, ({ channel }) => channel.status_reason?.includes("(500)") ?? false);
  await site.untilStatus(channelId, "connected");
});

test.each([
  ["440", "replaced"],
  ["401", "logged_out"],
  ["403", "restricted"],
] as const)("%s: the number's loss is an event, with what to do about it", async (code, status) => {
  fault(code);
  const { status_reason: reason } = await site.untilStatus(channelId, status);
  const events = await site.sql`
    select type, body from events where channel_id = ${channelId} order by id desc limit 2`;
  const bodies = new Map(events.map(({ type, body }) => [type, JSON.parse(body)]));
  expect(bodies.get("channel.logged_out")).toMatchObject({ channel_id: channelId, reason });
  expect(bodies.get("channel.status_changed")).toMatchObject({ status, reason });
});

test("440: it stops, and says that another program has the login", async () => {
  fault("440");
  const channel = await site.untilStatus(channelId, "replaced");
  expect(channel.status_reason).toBe(
    "another program uses the same login; stop it, then connect this channel again (440)",
  );
  expect(await site.row(channelId)).toMatchObject({ wanted: "off", paired: true });
  await site.connect(channelId);
  await site.untilStatus(channelId, "connected");
});

test("401: the pairing is gone, with every key", async () => {
  fault("401");
  const channel = await site.untilStatus(channelId, "logged_out");
  expect(channel.status_reason).toBe("the device was removed on the phone; pair it again (401)");
  expect(await site.row(channelId)).toMatchObject({ wanted: "off", paired: false, credentials: null });
  expect(await site.sql`select 1 from web_session_keys where channel_id = ${channelId}`).toBeEmpty();
});

test("403: the number is refused, and its pairing gone", async () => {
  fault("403");
  const channel = await site.untilStatus(channelId, "restricted");
  expect(channel.status_reason).toContain("banned, or its phone is gone (403)");
  expect(await site.row(channelId)).toMatchObject({ wanted: "off", paired: false });
});

test("a connection that is open and dead shows as degraded, then is replaced", async () => {
  fault("freeze");
  const channel = await site.untilStatus(channelId, "degraded");
  expect(channel.status_reason).toBe("the connection is open, but WhatsApp does not respond");
  await site.untilStatus(channelId, "connected");
});

test("a login that hangs is given up and tried again", async () => {
  timings.connectingMs = 2000;
  fault("freeze", { at: "login" });
  fault("drop");
  await site.untilStatus(channelId, "connecting");
  await site.untilStatus(channelId, "connected");
});

test("a number that unlinks the device on the phone is logged out", async () => {
  const [device] = site.web.control.phones().find((one) => one.number === String(number))?.devices ?? [];
  site.web.control.unlink(String(number), device?.device ?? 0);
  await site.untilStatus(channelId, "logged_out");
});
