import { NORMAL, PRIORITIES } from "../../db/lanes/priorities.ts";
import { type Static, Type } from "./typebox.ts";

export type Priority = Static<typeof PrioritySchema>;

/** How urgent a message is. */
export const PrioritySchema = Type.Unsafe<(typeof PRIORITIES)[number]>(
  Type.Union(PRIORITIES.map((priority) => Type.Literal(priority))),
);

/** The priority of a rank; null is the usual one. */
export function priorityOf(rank: number | null): Priority {
  return PRIORITIES[rank ?? NORMAL] ?? "normal";
}
