import { type Static, Type } from "./typebox.ts";

/** How urgent a message is. */
export const PrioritySchema = Type.Union([Type.Literal("high"), Type.Literal("normal"), Type.Literal("low")]);

export type Priority = Static<typeof PrioritySchema>;

/** Most urgent first: the place of each is its rank in the database. */
const BY_RANK: readonly Priority[] = ["high", "normal", "low"];

export function rankOf(priority: Priority): number {
  return BY_RANK.indexOf(priority);
}

/** The priority of a rank; null is the usual one. */
export function priorityOfRank(rank: number | null): Priority {
  return BY_RANK[rank ?? 1] ?? "normal";
}
