import { ListStart } from "lucide-react";
import { useLocation } from "wouter";
import type { BodyOf } from "../../../api/call.ts";
import { useChange } from "../../../api/queries.ts";
import { optionsOf, quoted, type Sample, sampleOf } from "../../../parts/as-command.tsx";
import { IconButton } from "../../../parts/button.tsx";
import { useKeys } from "../../../parts/keys.ts";
import { problemText } from "../../../parts/problem.tsx";
import { toast } from "../../../parts/toast.tsx";
import { INBOX } from "../../../view-words.ts";
import { useAddressOf } from "./addresses.ts";
import { type Chosen, countedBy } from "./filters.ts";

const ROUTE = "POST /v1/conversations/next";

/** Takes the conversation that waits longest of those that the filters leave, and opens it. For users who may answer. */
export function TakeNext({ filters }: { filters: Chosen }) {
  const [, go] = useLocation();
  const addressOf = useAddressOf();
  const next = useChange(ROUTE, {
    done: ({ id }) => go(addressOf(id)),
    refused: (problem) => toast(problemText(problem)),
  });
  const take = () => void next.run({ body: bodyOf(filters) });
  useKeys([{ keys: "n", does: INBOX.takeNext, run: take }]);
  return <IconButton label={INBOX.takeNext} icon={ListStart} keys="n" onPress={take} />;
}

const OPTIONS = { team_id: "--team", channel_id: "--channel", tag: "--tag", handled_by: "--handled-by" };

/** The command that does it for a user: a key has no conversations of its own. */
export function nextSample(filters: Chosen, userId: string): Sample {
  const { q, ...chosen } = bodyOf(filters);
  const words = q === undefined ? "" : ` ${quoted(q)}`;
  const command = `conversations next${words}${optionsOf(chosen, OPTIONS)} --assignee ${userId}`;
  return sampleOf(INBOX.takeNext, command, ROUTE, { body: { ...bodyOf(filters), assignee_id: userId } });
}

/** Those of the filters that say who may be next: whose they are and whether they wait is known already. */
export function bodyOf(filters: Chosen) {
  const { q, team_id, channel_id, tag, handled_by } = countedBy(filters);
  return {
    ...(q && { q }),
    ...(team_id && { team_id }),
    ...(channel_id && { channel_id }),
    ...(tag && { tag }),
    ...(handled_by && { handled_by }),
  } satisfies BodyOf<typeof ROUTE>;
}
