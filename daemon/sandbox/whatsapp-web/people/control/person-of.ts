import { Refusal } from "../../faults/refusal.ts";
import { NUMBER, type Person } from "../identity/persons.ts";
import { isReachable, type World } from "../world.ts";

/** The person with the number. Raises a `Refusal` when it is none, or not on WhatsApp. */
export function personOf(world: World, number: string): Person {
  if (!NUMBER.test(number)) throw new Refusal(400, `${number} is not a number: give its digits`);
  if (!isReachable(world, number)) throw new Refusal(409, `${number} is not on WhatsApp`);
  return world.persons.of(number);
}
