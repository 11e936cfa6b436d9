import { objects } from "../../../lib/objects.ts";
import type { OwnUsername, Usernames } from "../../management.ts";
import type { Graph } from "../graph.ts";
import { text } from "../inbound/values.ts";
import { manage } from "../management.ts";

/** The user names of a business's numbers (Meta, "Business usernames"). */
export function createUsernames(graph: Graph): Usernames {
  return {
    find: ({ phoneNumberId, accessToken }) =>
      manage(graph, { method: "GET", path: `/${phoneNumberId}/username`, accessToken }, readOwn),
    claim: ({ phoneNumberId, accessToken }, username, transfers) => {
      const body = { username, transfer_action: transfers ? "force_transfer" : "none" };
      const request = { method: "POST", path: `/${phoneNumberId}/username`, accessToken, body } as const;
      return manage(graph, request, ({ status }) => text(status));
    },
    release: ({ phoneNumberId, accessToken }) =>
      manage(graph, { method: "DELETE", path: `/${phoneNumberId}/username`, accessToken }, () => null),
    suggest: ({ phoneNumberId, accessToken }) =>
      manage(
        graph,
        { method: "GET", path: `/${phoneNumberId}/username_suggestions`, accessToken },
        readSuggestions,
      ),
  };
}

function readOwn(body: Record<string, unknown>): OwnUsername {
  const username = text(body.username);
  return username === null ? { username, state: null } : { username, state: text(body.status) };
}

/** The names stand in a list of their own in each row. */
function readSuggestions({ data }: Record<string, unknown>): string[] {
  return objects(data).flatMap(({ username_suggestions: names }) =>
    Array.isArray(names) ? names.flatMap((name) => text(name) ?? []) : [],
  );
}
