import { expect, test } from "bun:test";
import { createAbsence } from "../../daemon/lanes/absence.ts";

test("after the database was away, others have a few seconds to come back", () => {
  const absence = createAbsence();
  absence.beat(1000);
  absence.beat(3000);
  expect(absence.isRecent(3000)).toBe(false);
  absence.beat(20_000);
  expect(absence.isRecent(20_000)).toBe(true);
  expect(absence.isRecent(24_900)).toBe(true);
  expect(absence.isRecent(25_000)).toBe(false);
});

test("a machine whose heartbeats are always late still looks for daemons that are gone", () => {
  const absence = createAbsence();
  const moments = [...Array(20).keys()].map((beat) => 4000 * beat);
  const looks = moments.filter((moment) => {
    absence.beat(moment);
    return !absence.isRecent(moment);
  });
  expect(looks.length).toBeGreaterThan(moments.length / 2);
});
