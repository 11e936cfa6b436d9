import { expect, test } from "bun:test";
import type { Lane } from "../../daemon/lanes/lane.ts";
import { createTrouble } from "../../daemon/lanes/trouble.ts";

const laneOf = (laneId: string): Lane => ({ organizationId: "org_test", kind: "channel", laneId });
const [first, second] = [laneOf("ch_1"), laneOf("ch_2")];

test("trouble counts once it has lasted, from when it began", () => {
  const trouble = createTrouble(60_000);
  trouble.begins(first);
  expect(trouble.lasting()).toEqual([]);
  const impatient = createTrouble(0);
  impatient.begins(first);
  impatient.begins(first);
  expect(impatient.lasting()).toEqual([first]);
});

test("trouble that is over counts no more", () => {
  const trouble = createTrouble(0);
  trouble.only([first, second]);
  trouble.only([second]);
  expect(trouble.lasting()).toEqual([second]);
  trouble.ends(second);
  expect(trouble.lasting()).toEqual([]);
});
