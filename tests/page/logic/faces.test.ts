import { expect, test } from "bun:test";
import { facesOf, lettersOf } from "../../../daemon/page/client/parts/faces/faces.ts";

test.each([
  ["Ada Lovelace", "AL"],
  ["ada", "A"],
  ["Maria de la Cruz", "MC"],
  ["Élodie Ångström", "ÉÅ"],
  ["محمد علي", "مع"],
  ["王伟", "王"],
  ["🌸 Lena (work)", "LW"],
  ["+1 415 556-6031", "31"],
  ["Guest 008", "G8"],
  ["👩‍👩‍👧", ""],
])("%s is known by %p", (name, letters) => expect(lettersOf(name)).toBe(letters));

const people = (count: number, name = "Ada Lovelace") =>
  Array.from({ length: count }, (_, nth) => ({ id: `ct_${nth}`, name }));
const looks = (faces: ReturnType<typeof facesOf>) =>
  [...faces.values()].map(({ letters, colour }) => `${letters} ${colour}`);

test("people of the same letters have colours of their own, as long as there are some", () => {
  expect(new Set(looks(facesOf(people(6)))).size).toBe(6);
  const crowd = Object.values(Object.groupBy(looks(facesOf(people(14))), (look) => look));
  expect(crowd.map((alike) => alike?.length).toSorted()).toEqual([2, 2, 2, 2, 3, 3]);
});

test.each([6, 20])("who is seen keeps their colour, whoever comes and in whatever order: %p", (count) => {
  const [newcomer, ...before] = people(count);
  const faces = facesOf(before);
  const after = facesOf([...(newcomer ? [newcomer] : []), ...before.toReversed()], faces);
  for (const { id } of before) expect(after.get(id)).toEqual(faces.get(id));
  expect(new Set(looks(after)).size).toBe(6);
});

test("two who come into sight together with the same face do not keep it both", () => {
  const [one, two] = people(2);
  const same = { letters: "AL", colour: 3 };
  const before = new Map([one, two].map((person) => [person?.id ?? "", same]));
  expect(new Set(looks(facesOf(people(2), before))).size).toBe(2);
});

test("a name that changes has other letters", () => {
  const before = facesOf(people(1));
  expect(looks(facesOf(people(1, "Grace Hopper"), before))[0]).toStartWith("GH");
});
