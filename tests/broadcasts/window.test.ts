import { expect, test } from "bun:test";
import { zoneFor } from "../../daemon/broadcasts/audience/judge.ts";
import { opensIn } from "../../daemon/broadcasts/audience/window.ts";
import type { Plan } from "../../daemon/broadcasts/plan/plan.ts";

const HOURS = { from: "09:00", to: "18:00" };
const WEEKDAYS = { ...HOURS, days: ["mon", "tue", "wed", "thu", "fri"] } as typeof HOURS;
const HOUR_MS = 3600_000;

test.each([
  // a Saturday, 9:59:30 in Berlin
  ["open", HOURS, "Europe/Berlin", "2026-11-21T08:59:30Z", 0],
  ["not open yet", HOURS, "America/New_York", "2026-11-21T08:30:00Z", 5.5 * HOUR_MS],
  ["closed at its end", HOURS, "UTC", "2026-11-21T18:00:00Z", 15 * HOUR_MS],
  ["a second before it opens", HOURS, "UTC", "2026-11-21T08:59:59Z", 1000],
  ["over the weekend", WEEKDAYS, "UTC", "2026-11-21T10:00:00Z", 47 * HOUR_MS],
  ["the weekend of the recipient", WEEKDAYS, "Pacific/Auckland", "2026-11-20T12:00:00Z", 56 * HOUR_MS],
])("a window is %s", (_, window, zone, now, ms) => {
  expect(opensIn(window, zone, new Date(now))).toBe(ms);
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
