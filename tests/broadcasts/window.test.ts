import { expect, test } from "bun:test";
import { zoneFor } from "../../daemon/broadcasts/audience/judge.ts";
import { opensIn, shareOpen } from "../../daemon/broadcasts/audience/window.ts";
import type { Plan } from "../../daemon/broadcasts/plan/plan.ts";

const HOURS = { from: "09:00", to: "18:00" };
const WEEKDAYS = { ...HOURS, days: ["mon", "tue", "wed", "thu", "fri"] } as typeof HOURS;
const NIGHT = { from: "22:00", to: "06:00" };
const FRIDAY_NIGHT = { ...NIGHT, days: ["fri"] } as typeof HOURS;
const HOUR_MS = 3600_000;

test.each([
  // a Saturday, 9:59:30 in Berlin
  ["open", HOURS, "Europe/Berlin", "2026-11-21T08:59:30Z", 0],
  ["not open yet", HOURS, "America/New_York", "2026-11-21T08:30:00Z", 5.5 * HOUR_MS],
  ["closed at its end", HOURS, "UTC", "2026-11-21T18:00:00Z", 15 * HOUR_MS],
  ["a second before it opens", HOURS, "UTC", "2026-11-21T08:59:59Z", 1000],
  ["over the weekend", WEEKDAYS, "UTC", "2026-11-21T10:00:00Z", 47 * HOUR_MS],
  ["the weekend of the recipient", WEEKDAYS, "Pacific/Auckland", "2026-11-20T12:00:00Z", 56 * HOUR_MS],
  ["open before midnight", NIGHT, "UTC", "2026-11-20T23:59:00Z", 0],
  ["open after midnight", NIGHT, "UTC", "2026-11-21T05:59:59Z", 0],
  ["closed after its night", NIGHT, "UTC", "2026-11-21T06:00:00Z", 16 * HOUR_MS],
  ["of the day on which it begins", FRIDAY_NIGHT, "UTC", "2026-11-21T05:00:00Z", 0],
  ["not of the day before", FRIDAY_NIGHT, "UTC", "2026-11-20T05:00:00Z", 17 * HOUR_MS],
  ["a week away", FRIDAY_NIGHT, "UTC", "2026-11-21T06:00:00Z", (6 * 24 + 16) * HOUR_MS],
])("a window is %s", (_, window, zone, now, ms) => {
  expect(opensIn(window, zone, new Date(now))).toBe(ms);
});

test("the share of a week in which a window is open", () => {
  expect(shareOpen(HOURS)).toBe(9 / 24);
  expect(shareOpen(NIGHT)).toBe(8 / 24);
  expect(shareOpen(FRIDAY_NIGHT)).toBe(8 / 24 / 7);
});

test.each([
  ["the country of the number", "+4915123456789", "{}", "Europe/Berlin"],
  ["where most people of a country live", "+14155550123", "{}", "America/New_York"],
  ["what the contact says", "+4915123456789", '{"timezone":"Asia/Tokyo"}', "Asia/Tokyo"],
  ["the country, where the contact says nothing real", "+4915123456789", '{"timezone":"x"}', "Europe/Berlin"],
  ["UTC without a number", null, "{}", "UTC"],
])("the clock of a person is that of %s", (_, phone_number, custom_fields, zone) => {
  const contact = { phone_number, custom_fields } as Parameters<typeof zoneFor>[0];
  expect(zoneFor(contact, { window: HOURS } as Plan)).toBe(zone);
  expect(zoneFor(contact, { window: { ...HOURS, zone: "Africa/Lagos" } } as Plan)).toBe("Africa/Lagos");
  expect(zoneFor(contact, { window: null } as Plan)).toBe("");
});
