import { ListStart } from "lucide-react";
import { useLocation } from "wouter";
import type { BodyOf } from "../../../api/call.ts";
import { useChange } from "../../../api/queries.ts";
import { optionsOf, quoted, type Sample, sampleOf } from "../../../parts/as-command.tsx";
import { IconButton } from "../../../parts/button.tsx";
import { useKeys } from "../../../parts/keys.ts";
import { sentence } from "../../../parts/problem.tsx";
import { toast } from "../../../parts/toast.tsx";
import { INBOX } from "../words.ts";
import { useAddressOf } from "./addresses.ts";
import type { Chosen } from "./filters.ts";

const ROUTE = "POST /v1/conversations/next";

/** Takes the conversation that waits longest of those that the filters leave, and opens it. For users who may answer. */
export function TakeNext({ filters }: { filters: Chosen }) {
  const [, go] = useLocation();
  const addressOf = useAddressOf();
  const next = useChange(ROUTE, {
    done: ({ id }) => go(addressOf(id)),
    refused: ({ detail }) => toast(sentence(detail)),
  });
  const take = () => void next.run({ body: bodyOf(filters) });
  useKeys([{ keys: "n", does: INBOX.takeNext, run: take }]);
  return <IconButton label={INBOX.takeNext} icon={ListStart} keys="n" onPress={take} />;
}

/** The command that does it for a user: a key has no conversations of its own. */
export function nextSample(filters: Chosen, userId: string): Sample {
  const { q, channel_id, tag } = filters;
  const words = q ? ` ${quoted(q)}` : "";
  const options = optionsOf(
    { ...(channel_id && { channel_id }), ...(tag && { tag }) },
    { channel_id: "--channel", tag: "--tag" },
  );
  const body = { ...bodyOf(filters), assignee_id: userId };
  return sampleOf(INBOX.takeNext, `conversations next${words}${options} --assignee ${userId}`, ROUTE, {
    body,
  });
}

function bodyOf({ q, channel_id, tag }: Chosen): BodyOf<typeof ROUTE> {
  return { ...(q && { q }), ...(channel_id && { channel_id }), ...(tag && { tag }) };
}
