/** Pairing a number through the API with a WhatsApp Web server on loopback. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { NUMBER, type PairingSite, startPairingSite } from "./support.ts";

let site: PairingSite;

beforeAll(async () => {
  site = await startPairingSite();
});

afterAll(() => site.stop());

test("a QR code that a phone scans makes the channel connected, with the phone's number", async () => {
  const id = await site.newChannel();
  const { call } = site.daemon;
  const connecting = await call("POST", `/v1/channels/${id}/connect`);
  expect(connecting.status).toBe(202);
  const { body } = await call("GET", `/v1/channels/${id}/qr?wait=20`);
  expect(body).toMatchObject({ channel_id: id, status: "pairing", attempt: 1 });
  await site.web.control.scan(NUMBER, body.qr);
  const channel = await site.until(id, "connected");
  expect(channel.phone_number).toBe(`+${NUMBER}`);
  expect(channel.status_reason).toBeNull();
});
