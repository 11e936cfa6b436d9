/** Until when a number rests that WhatsApp holds back: what it names may be anything. */
import { expect, test } from "bun:test";
import type { WhatsAppWebSession } from "../../../daemon/providers/whatsapp-web/connection/session.ts";
import type { WhatsAppWebRecords } from "../../../daemon/providers/whatsapp-web/send/records.ts";
import { onCapping, onReachoutLock } from "../../../daemon/providers/whatsapp-web/send/restriction.ts";

const HOUR = 3600_000;

type Lock = Parameters<typeof onReachoutLock>[1];
type Cap = Parameters<typeof onCapping>[1];

test.each([
  ["named", new Date(Date.now() + 5 * HOUR), 5],
  ["not named", undefined, 1],
  ["over already", new Date(Date.now() - HOUR), 1],
  ["no time at all", new Date(Number.NaN), 1],
])("an end that is %s", async (_which, timeEnforcementEnds, hours) => {
  const { braking, until } = fixture();
  await onReachoutLock(braking, { isActive: true, timeEnforcementEnds } as Lock);
  expect(hoursLeft(until())).toBe(hours);
});

test.each([
  ["nowhere", "0", 1],
  ["beyond the calendar", "1e18", 1],
  ["in seven hours", String(Math.floor(Date.now() / 1000) + 7 * 3600), 7],
])("a cycle that ends %s", async (_where, cycle_end_timestamp, hours) => {
  const { braking, until } = fixture();
  await onCapping(braking, { capping_status: "CAPPED", cycle_end_timestamp } as unknown as Cap);
  expect(hoursLeft(until())).toBe(hours);
});

function hoursLeft(until: Date | null | undefined): number {
  return Math.round(((until?.getTime() ?? Number.NaN) - Date.now()) / HOUR);
}

/** A session, and what it was restricted until. */
function fixture() {
  let restricted: Date | null | undefined;
  const session = {
    restrict: async (_reason: string, until: Date | null) => {
      restricted = until;
    },
  } as WhatsAppWebSession;
  const records = { receive: async () => {} } as unknown as WhatsAppWebRecords;
  return { braking: { records, session }, until: () => restricted };
}
