/** Until when a number rests that WhatsApp holds back: what it names may be anything. */
import { expect, jest, test } from "bun:test";
import type { WASocket } from "baileys";
import type { WhatsAppWebSession } from "../../../daemon/providers/whatsapp-web/connection/session.ts";
import type { WhatsAppWebRecords } from "../../../daemon/providers/whatsapp-web/send/records.ts";
import {
  askForRestrictions,
  onReachoutLock,
  stopAsking,
} from "../../../daemon/providers/whatsapp-web/send/restriction.ts";
import { until } from "../../support/until.ts";

const HOUR = 3600_000;

type Lock = Parameters<typeof onReachoutLock>[1];

test.each([
  ["named", new Date(Date.now() + 5 * HOUR), 5],
  ["not named", undefined, 1],
  ["over already", new Date(Date.now() - HOUR), 1],
  ["no time at all", new Date(Number.NaN), 1],
])("an end that is %s", async (_which, timeEnforcementEnds, hours) => {
  const { braking, until: restricted } = fixture();
  await onReachoutLock(braking, { isActive: true, timeEnforcementEnds } as Lock);
  stopAsking(braking.socket);
  expect(hoursLeft(restricted())).toBe(hours);
});

function hoursLeft(until: Date | null | undefined): number {
  return Math.round(((until?.getTime() ?? Number.NaN) - Date.now()) / HOUR);
}

test("WhatsApp is asked again now and then, until the connection ends", async () => {
  const { braking, asked } = fixture();
  await askForRestrictions(braking, 1);
  await until(() => asked() > 3);
  stopAsking(braking.socket);
  const before = asked();
  await Bun.sleep(20);
  expect(asked()).toBeLessThanOrEqual(before + 1);
});

test("it is asked again when the lock is over that it named", async () => {
  const { braking, asked } = fixture({ isActive: true, timeEnforcementEnds: new Date(Date.now() + 50) });
  jest.useFakeTimers();
  await askForRestrictions(braking);
  const before = asked();
  jest.advanceTimersByTime(60_000);
  jest.useRealTimers();
  expect([before, asked()]).toEqual([1, 2]);
  stopAsking(braking.socket);
});

/** A session whose WhatsApp answers with a lock; what it was restricted until, and how often it asked. */
function fixture(lock: object = { isActive: false }) {
  let restricted: Date | null | undefined;
  let questions = 0;
  const socket = {
    async fetchAccountReachoutTimelock() {
      questions += 1;
      return lock;
    },
    fetchNewChatMessageCap: async () => ({ capping_status: "NONE" }),
  } as unknown as WASocket;
  const session = {
    socket: () => socket,
    restrict: async (_reason: string, until: Date | null) => {
      restricted = until;
    },
    unrestrict: async () => {},
  } as unknown as WhatsAppWebSession;
  const records = { receive: async () => {} } as unknown as WhatsAppWebRecords;
  return { braking: { records, session, socket }, until: () => restricted, asked: () => questions };
}
