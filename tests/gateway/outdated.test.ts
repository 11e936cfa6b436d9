/** WhatsApp refuses the version of WhatsApp Web: a newer one is found, or it is said that there is none. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type GatewaySite, NUMBER, startGatewaySite } from "./site.ts";

/** Newer than any that a release of the library comes with. */
const NEXT = 4_000_000_000;
let site: GatewaySite;
let channelId: string;

beforeEach(async () => {
  site = await startGatewaySite();
  channelId = await site.newChannel();
});
afterEach(() => site.stop());

const host = () => new URL(site.web.url).host;
const reasonOf = async (words: string) =>
  (await site.until(channelId, ({ channel }) => channel.status_reason?.includes(words) ?? false)).channel;

test("a version that the page names is taken, and the number connects without anybody's help", async () => {
  site.gateway();
  await site.pair(channelId);
  site.web.control.version({ oldest: NEXT, named: NEXT + 1 });
  site.web.control.fault({ fault: "drop", number: NUMBER });
  await site.untilStatus(channelId, "connecting");
  await site.untilStatus(channelId, "connected");
});

test("without a newer one the reason says so, the login is kept, and it is tried again by itself", async () => {
  site.gateway();
  await site.pair(channelId);
  site.web.control.version({ oldest: NEXT });
  site.web.control.fault({ fault: "drop", number: NUMBER });
  const { status, status_reason } = await reasonOf("names no newer one");
  expect(status).toBe("disconnected");
  expect(status_reason).toMatch(
    new RegExp(
      `^WhatsApp wants a newer version of WhatsApp Web than 2\\.3000\\.\\d+, and ${host()} names no newer one: update Waypost, or set WAYPOST_WA_WEB_VERSION to a newer one; it is tried again every hour \\(405\\)$`,
    ),
  );
  expect(await site.row(channelId)).toMatchObject({ wanted: "on", paired: true });
  site.web.control.version({ oldest: null });
  await site.untilStatus(channelId, "connected");
});

test("a person who waits for a code learns of it, and is not kept waiting", async () => {
  site.gateway({ version: "2.3000.1" });
  site.web.control.version({ oldest: NEXT });
  await site.connect(channelId);
  const channel = await site.untilStatus(channelId, "disconnected");
  expect(channel.status_reason).toContain("2.3000.1, which WAYPOST_WA_WEB_VERSION sets");
  expect(await site.row(channelId)).toMatchObject({ wanted: "off", paired: false });
});

const BY_CODE = {
  method: "pairing_code",
  phone_number: NUMBER,
  replaces_number: false,
  replacement: null,
} as const;

test("a code for a device that WhatsApp does not know is refused in words, and the QR code of it is not", async () => {
  site.gateway({ device: "Chrome (Acme)" });
  await site.connect(channelId, BY_CODE);
  const channel = await site.untilStatus(channelId, "disconnected");
  expect(channel.status_reason).toMatch(
    /^WhatsApp made no pairing code \(400, bad-request\): .* a device named Chrome \(Acme\) \(WAYPOST_WA_WEB_DEVICE\)/,
  );
  await site.pair(channelId);
  expect(site.web.control.phones()[0]?.devices).toMatchObject([{ platform: "Acme" }]);
});

test.each(["Chrome (Mac OS)", "Firefox (Windows)", "Safari (Linux)"])("%s is taken", async (device) => {
  site.gateway({ device });
  await site.connect(channelId, BY_CODE);
  const { pairing } = await site.until(channelId, (standing) => standing.pairing !== null);
  await site.web.control.typeCode(NUMBER, pairing?.pairingCode ?? "");
  await site.untilStatus(channelId, "connected");
});
