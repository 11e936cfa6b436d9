import { expect, test } from "bun:test";
import { enlarged, moved, swiped, WHOLE } from "../../../daemon/page/client/views/inbox/viewer/look.ts";

const PLACE = { width: 400, height: 200 };
const MIDDLE = { x: 0, y: 0 };

test.each([
  ["in its middle", 2, MIDDLE, { scale: 2, x: 0, y: 0 }],
  ["at a point, which stays where it is", 2, { x: 100, y: -50 }, { scale: 2, x: -100, y: 50 }],
  ["at a corner", 3, { x: 200, y: 100 }, { scale: 3, x: -400, y: -200 }],
  ["never beyond what can be made out", 100, MIDDLE, { scale: 8, x: 0, y: 0 }],
  ["never to less than the whole", 0.1, { x: 100, y: 0 }, WHOLE],
])("a picture is enlarged %s", (_, by, at, look) => {
  expect(enlarged(WHOLE, by, PLACE, at)).toEqual(look);
});

test("made smaller at its edge, nothing beside the picture comes into sight", () => {
  const corner = enlarged(WHOLE, 4, PLACE, { x: 200, y: 100 });
  expect(enlarged(corner, 0.5, PLACE)).toEqual({ scale: 2, x: -200, y: -100 });
});

test.each([
  ["the whole picture", WHOLE, { x: 50, y: 50 }, WHOLE],
  ["a large one", { scale: 2, x: 0, y: 0 }, { x: 50, y: -20 }, { scale: 2, x: 50, y: -20 }],
  ["a large one beyond its edge", { scale: 2, x: 0, y: 0 }, { x: 900, y: 900 }, { scale: 2, x: 200, y: 100 }],
])("%s is moved as far as there is something to see", (_, look, by, then) => {
  expect(moved(look, by, PLACE)).toEqual(then);
});

test.each([
  ["to the left", { x: -80, y: 20 }, 1],
  ["to the right", { x: 80, y: 20 }, -1],
  ["a little", { x: 30, y: 0 }, 0],
  ["rather down", { x: 80, y: 120 }, 0],
] as const)("a finger that goes %s", (_, to, by) => expect(swiped(MIDDLE, to)).toBe(by));
