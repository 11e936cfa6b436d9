/** Of another phone than the channel's own nothing is taken, not even before its login is over. */
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

test("the login of another phone is not listened to, and leaves nothing behind", async () => {
  const channelId = await site.newChannel();
  await site.pair(channelId, NUMBER);
  await site.disconnect(channelId, "logout");
  await site.untilStatus(channelId, "logged_out");
  await site.connect(channelId);
  const { pairing } = await site.until(channelId, (standing) => standing.pairing !== null);
  await site.web.control.scan(OTHER, pairing?.qr ?? "");
  const channel = await site.untilStatus(channelId, "disconnected");
  expect(channel).toMatchObject({ phone_number: `+${NUMBER}`, offered_number: `+${OTHER}` });
  expect(heard).toContain(NUMBER);
  expect(heard).not.toContain(OTHER);
  expect(await site.row(channelId)).toMatchObject({ wanted: "off", paired: false, credentials: null });
});
