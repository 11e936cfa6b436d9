import type { Hold } from "../../db/conversations/holds.ts";
import type { Caller } from "../http/caller.ts";
import { type Problem, problem } from "../http/problem.ts";

/** The response about an assignee who is no user of the organisation. */
export function noSuchUser() {
  return problem(422, "invalid_request", "/assignee_id: there is no such user who may answer", {
    errors: [{ path: "/assignee_id", message: "no such user who may answer" }],
  });
}

/** The response about a team that the organisation does not have. */
export function noSuchTeam() {
  return problem(422, "invalid_request", "/team_id: there is no such team", {
    errors: [{ path: "/team_id", message: "no such team" }],
  });
}

/** The user who is logged in. Throws 422 with an API key, which no conversation is assigned to. */
export function mustBeUser({ actor }: Caller, path = "/assignee_id"): string {
  if (actor.type === "user") return actor.id;
  const message =
    path === "/team_id"
      ? "an API key is in no team: give a team's id"
      : "conversations are assigned to users, not to API keys: give a user's id";
  throw problem(422, "invalid_request", `${path}: ${message}`, {
    errors: [{ path, message }],
  });
}

/** How the documentation words that refusal. */
export const HELD = {
  description: "Another holds the conversation: `held_by` says who, and until when",
  code: "conversation_held",
  detail: "Grace holds this conversation until 2026-11-21T10:30:00.000Z",
};

/** The refusal of what a bot may not do while another holds a conversation. */
export function conversationHeld(held_by: Partial<Hold>): Problem {
  return problem(409, "conversation_held", `${nameOf(held_by)} holds this conversation${endOf(held_by)}`, {
    hint: "Wait for the event conversation.released, or have a person release the conversation. A key whose bot has when_held `wait` has its answers wait.",
    members: { held_by },
  });
}

function nameOf({ type, name, id }: Partial<Hold>): string {
  if (type === "meta_agent") return "Meta's agent";
  return name ?? `the ${type} ${id}`;
}

function endOf({ until }: Partial<Hold>): string {
  return typeof until === "string" ? ` until ${until}` : "";
}
