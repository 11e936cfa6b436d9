import type { BodyOf } from "../../../daemon/start/types/routes.ts";

export const BOTS = ["refuse", "wait", "none"] as const;

/** What an option says of a key's bot; nothing where it was not given. */
export function botOf(given: string | undefined): BodyOf<"PATCH /v1/api-keys/{id}">["bot"] | undefined {
  if (given === undefined) return undefined;
  return given === "none" ? null : { when_held: given === "wait" ? "wait" : "refuse" };
}
