import { Refusal } from "../faults/refusal.ts";
import type { Query, QueryResult } from "./query.ts";

/** Groups: which there are, who is in them, and what is changed about them. */
export function groupsResult({ world, online, iq }: Query): QueryResult {
  try {
    return world.people.respondAboutGroups(online.companion, iq);
  } catch (cause) {
    if (cause instanceof Refusal) return { code: cause.status, text: cause.message };
    throw cause;
  }
}
