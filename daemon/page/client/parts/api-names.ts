/** Words for what the API calls by a name. */
import type { Role } from "../../../auth/roles.ts";
import type { EndpointState } from "../../../overview/endpoints.ts";
import type { LaneState } from "../../../overview/lanes.ts";
import { STATES } from "../words.ts";

const WORDS: Readonly<Record<string, string>> = STATES satisfies Record<
  Role | EndpointState | LaneState,
  string
>;

/** What the API calls so: how a number, a queue, an endpoint or a delivery stands, or a role. */
export function stateWord(name: string): string {
  return WORDS[name] ?? name;
}
