import { expect, test } from "bun:test";
import { createWhatsAppWebPolicy } from "../../../daemon/providers/whatsapp-web/send/policy.ts";
import {
  newContactBudget,
  quietFor,
  settingsOf,
  type WhatsAppWebSettings,
} from "../../../daemon/providers/whatsapp-web/send/settings.ts";

const CREATED = new Date("2026-11-21T00:00:00Z");
const DAY = 24 * 3600_000;

/** A policy whose time is moved by hand; half of all randomness is 0.5. */
function policyAt(settings: Partial<WhatsAppWebSettings>) {
  const clock = { at: CREATED.getTime() };
  const given = { ...settingsOf({}), ...settings };
  const now = () => clock.at;
  const policy = createWhatsAppWebPolicy(given, CREATED, { now, steady: now, random: () => 0.5 });
  return { policy, clock };
}

const known = { recipient: "491700000001", isAddressed: true, isNewContact: false };

test("without settings a number writes like a person: gaps of 3 to 6 seconds, typing, rests", () => {
  expect(settingsOf({})).toEqual({
    rate: {
      per_recipient_seconds: 0,
      gap_seconds: { least: 3, most: 6 },
      typing: true,
      rest: { after: 20, seconds: 20 },
    },
    groups: false,
    calls: "ignore",
    quiet_hours: null,
    warmup: { new_contacts_per_day: 20, most_per_day: 1000 },
    number_checks_per_day: 200,
  });
});

test("a clock that is set back makes no pause longer", () => {
  const wall = { at: CREATED.getTime() + DAY };
  const clock = { now: () => wall.at, steady: () => 1000, random: () => 0.5 };
  const policy = createWhatsAppWebPolicy(settingsOf({}), CREATED, clock);
  expect(policy.take(known)).toBe(0);
  wall.at = CREATED.getTime();
  expect(policy.laneWait()).toBe(4500);
  expect(policy.take(known)).toBe(4500);
});

test("a rate replaces the gaps, the typing and the rests, but not the budget for new contacts", () => {
  const { rate, warmup } = settingsOf({ rate: { per_second: 5 } });
  expect(rate).toMatchObject({
    per_second: 5,
    gap_seconds: { least: 0, most: 0 },
    typing: false,
    rest: null,
  });
  expect(warmup).not.toBeNull();
});

test("after each message there is a gap, and after twenty of them a rest", () => {
  const { policy, clock } = policyAt({});
  const gaps = Array.from({ length: 20 }, () => {
    expect(policy.take(known)).toBe(0);
    const gap = policy.laneWait();
    clock.at += gap;
    return gap;
  });
  expect(gaps.slice(0, 19)).toEqual(Array(19).fill(4500));
  expect(gaps[19]).toBe(24_500);
});

test("a new number writes to twenty new people a day; who wrote before is not counted", () => {
  const { policy, clock } = policyAt({ rate: settingsOf({ rate: { per_second: 1e6 } }).rate });
  for (let n = 0; n < 20; n++) {
    clock.at += 1000;
    expect(policy.take({ recipient: `new ${n}`, isAddressed: true, isNewContact: true })).toBe(0);
  }
  clock.at += 1000;
  expect(policy.take({ recipient: "one too many", isAddressed: true, isNewContact: true })).toBe(
    DAY - 20_000,
  );
  expect(policy.take(known)).toBe(0);
  expect(policy.take({ recipient: "new 3", isAddressed: true, isNewContact: true })).toBe(0);
  clock.at += DAY;
  expect(policy.take({ recipient: "one too many", isAddressed: true, isNewContact: true })).toBe(0);
});

test("what was begun before a restart counts", () => {
  const { policy } = policyAt({ warmup: { new_contacts_per_day: 1, most_per_day: 1 } });
  policy.rememberNewContacts?.([new Date(CREATED.getTime() - DAY / 2)]);
  expect(policy.take({ recipient: "new", isAddressed: true, isNewContact: true })).toBe(DAY / 2);
});

test("the budget doubles each week up to the most", () => {
  const warmup = { new_contacts_per_day: 20, most_per_day: 100 };
  const after = (weeks: number) =>
    newContactBudget(warmup, CREATED, new Date(CREATED.getTime() + weeks * 7 * DAY));
  expect([0, 0.9, 1, 2, 3].map(after)).toEqual([20, 20, 40, 80, 100]);
  expect(newContactBudget(null, CREATED, CREATED)).toBe(Number.POSITIVE_INFINITY);
});

const NIGHT = { from: "22:00", to: "07:00", time_zone: "Europe/Berlin" };

test.each([
  ["20:59:00", 0],
  ["21:00:00", 9 * 3600_000],
  ["23:30:30", 6.5 * 3600_000 - 30_000],
  ["05:59:59", 1000],
  ["06:00:00", 0],
])("at %s UTC the quiet hours from 22:00 to 07:00 in Berlin last %d ms more", (time, left) => {
  expect(quietFor(NIGHT, new Date(`2026-11-21T${time}Z`))).toBe(left);
});

test("quiet hours hold everything; without them nothing is held", () => {
  const { policy, clock } = policyAt({ quiet_hours: NIGHT });
  clock.at = Date.parse("2026-11-21T22:00:00Z");
  expect(policy.laneWait()).toBe(8 * 3600_000);
  expect(quietFor(null, new Date())).toBe(0);
});
