/** The one thing that somebody has to do so that a number sends, wherever its state is shown. */
import { expect, test } from "bun:test";
import { nextStepOf } from "../../../daemon/page/client/parts/alarms/next-step.ts";

const ENDED = "the access token expired at 2026-11-01T00:00:00.000Z; connect it again";
const UNREGISTERED = "phone_not_registered: register the number first";
const PHONE = "14155550123";

test.each([
  ["whatsapp_official", "connected", null, PHONE, false, null],
  ["whatsapp_official", "connected", null, PHONE, true, "resume"],
  ["whatsapp_official", "disconnected", ENDED, PHONE, false, "token"],
  ["whatsapp_official", "disconnected", UNREGISTERED, PHONE, false, "register"],
  ["whatsapp_official", "restricted", "WhatsApp restricts the number", PHONE, false, null],
  ["whatsapp_unofficial", "disconnected", null, null, false, "pair"],
  ["whatsapp_unofficial", "logged_out", null, PHONE, false, "pair"],
  ["whatsapp_unofficial", "disconnected", null, PHONE, false, "connect"],
  ["whatsapp_unofficial", "connecting", null, PHONE, false, null],
] as const)("%s, %s, %p, %p, paused %p: %p", (platform, status, reason, phone_number, isPaused, step) => {
  const channel = { platform, status, status_reason: reason, phone_number };
  expect(nextStepOf(channel, isPaused)).toBe(step);
});

test("a number that another phone offers is replaced by it", () => {
  const channel = {
    ...{ platform: "whatsapp_unofficial", status: "disconnected", status_reason: null },
    ...{ phone_number: PHONE, offered_number: "14155550199" },
  };
  expect(nextStepOf(channel, false)).toBe("replace");
});
