/** The moments that people put things off to, by the calendar of where they are. */
import { afterAll, expect, test } from "bun:test";
import { laterTimes } from "../../../daemon/page/client/views/inbox/later-times.ts";

const usual = process.env.TZ;
afterAll(() => {
  process.env.TZ = usual ?? "UTC";
});

test.each([
  ["Europe/Berlin", "2026-11-25T10:00:00Z", "2026-11-26T08:00:00Z", "2026-11-30T08:00:00Z"],
  // after midnight there, while it is the day before in Greenwich
  ["Europe/Berlin", "2026-11-25T23:30:00Z", "2026-11-27T08:00:00Z", "2026-11-30T08:00:00Z"],
  // the nights in which clocks change
  ["Europe/Berlin", "2027-03-27T12:00:00Z", "2027-03-28T07:00:00Z", "2027-03-29T07:00:00Z"],
  ["Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T08:00:00Z", "2026-10-26T08:00:00Z"],
  // on a Monday, the next one
  ["America/New_York", "2026-11-30T15:00:00Z", "2026-12-01T14:00:00Z", "2026-12-07T14:00:00Z"],
  // on a Sunday, both are tomorrow
  ["Asia/Kolkata", "2026-11-29T06:00:00Z", "2026-11-30T03:30:00Z", "2026-11-30T03:30:00Z"],
])("in %s at %s", (zone, now, tomorrow, monday) => {
  process.env.TZ = zone;
  const times = laterTimes(new Date(now));
  expect(times.inAnHour.getTime() - Date.parse(now)).toBe(3_600_000);
  expect([times.tomorrow, times.monday]).toEqual([new Date(tomorrow), new Date(monday)]);
});
