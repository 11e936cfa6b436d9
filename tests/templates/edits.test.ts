import { expect, test } from "bun:test";
import { editableAt, withEdit } from "../../daemon/templates/edits.ts";

const HOUR = 3_600_000;
const now = Date.parse("2026-11-21T09:30:00Z");
const approved = (...hoursAgo: number[]) => ({
  status: "approved",
  edits: JSON.stringify(hoursAgo.map((hours) => new Date(now - hours * HOUR).toISOString())),
});

test("an approved template is edited once in 24 hours, and ten times in 30 days", () => {
  const ten = Array.from({ length: 10 }, (_, index) => 700 - index * 60);
  expect(
    [approved(), approved(25), approved(1), approved(...ten)].map((one) => editableAt(one, now)),
  ).toEqual([null, null, new Date(now + 23 * HOUR), new Date(now + 20 * HOUR)]);
  expect(editableAt({ ...approved(1), status: "rejected" }, now)).toBeNull();
  // the newest counts, in whatever order they are kept
  expect(editableAt(approved(1, 25), now)).toEqual(new Date(now + 23 * HOUR));
});

test("edits are kept for 30 days, and only those of an approved template count", () => {
  expect(JSON.parse(withEdit(approved(800, 30), now))).toEqual([
    new Date(now - 30 * HOUR).toISOString(),
    new Date(now).toISOString(),
  ]);
  // at the very end of the thirty days, too
  expect(JSON.parse(withEdit(approved(720), now))).toEqual([new Date(now).toISOString()]);
  expect(withEdit({ ...approved(2), status: "paused" }, now)).toBe(approved(2).edits);
});
