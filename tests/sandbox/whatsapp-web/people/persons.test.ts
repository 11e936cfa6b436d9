import { expect, test } from "bun:test";
import { createMemory } from "../../../../daemon/sandbox/memory/keep.ts";
import { createKeys } from "../../../../daemon/sandbox/whatsapp-web/people/identity/keys.ts";
import { createLids } from "../../../../daemon/sandbox/whatsapp-web/people/identity/lids.ts";
import { createPersons } from "../../../../daemon/sandbox/whatsapp-web/people/identity/persons.ts";

const persons = (keep = createMemory()) => createPersons({ keys: createKeys("seed"), keep });

test("every number has a LID of its own that leads back to it", () => {
  const lids = createLids(createKeys("seed"));
  const numbers = ["10000", "14155550123", "14155550124", "999999999999999"];
  const found = numbers.map(lids.lidOf);
  expect(new Set(found).size).toBe(numbers.length);
  expect(found.map(lids.numberOf)).toEqual(numbers);
  expect(createLids(createKeys("seed")).lidOf("14155550123")).toBe(lids.lidOf("14155550123"));
  expect(createLids(createKeys("other")).lidOf("14155550123")).not.toBe(lids.lidOf("14155550123"));
});

test("a person is found by number and by LID, whatever the device", () => {
  const { of, at } = persons();
  const person = of("14155550123");
  expect(at("14155550123@s.whatsapp.net")).toEqual(person);
  expect(at("14155550123:7@s.whatsapp.net")).toEqual(person);
  expect(at(`${person.lid}:7@lid`)).toEqual(person);
  expect(at("120363000000000000@g.us")).toBeUndefined();
  expect(at("77@lid")).toBeUndefined();
});

test("somebody who changes the number keeps identity and LID, also after a restart", () => {
  const keep = createMemory();
  const { of, move, identityOf } = persons(keep);
  const before = of("14155550123");
  move("14155550123", "14155550999");
  const later = persons(keep);
  expect(later.of("14155550999").lid).toBe(before.lid);
  expect(later.identityOf(later.of("14155550999"))).toEqual(identityOf(before));
  expect(later.at(`${before.lid}@lid`)?.number).toBe("14155550999");
  expect(later.isGivenUp("14155550123")).toBe(true);
  expect(later.isGivenUp("14155550999")).toBe(false);
});
