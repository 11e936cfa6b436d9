import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";

/** The response about an assignee who is no user of the organisation. */
export function noSuchUser() {
  return problem(422, "invalid_request", "/assignee_id: there is no such user who may answer", {
    errors: [{ path: "/assignee_id", message: "no such user who may answer" }],
  });
}

/** The user who is logged in. Throws 422 with an API key, which no conversation is assigned to. */
export function mustBeUser({ actor }: Caller): string {
  if (actor.type === "user") return actor.id;
  const message = "conversations are assigned to users, not to API keys: give a user's id";
  throw problem(422, "invalid_request", `/assignee_id: ${message}`, {
    errors: [{ path: "/assignee_id", message }],
  });
}
