import { ago } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";

type FilterOptions = Record<
  "channel" | "conversation" | "contact" | "status" | "type" | "since" | "until",
  string | undefined
>;

/** The messages that options name, as the API takes it. */
export function messageFilters(options: FilterOptions) {
  const { channel, conversation, contact, status, type, since, until } = options;
  return given({
    channel_id: channel,
    conversation_id: conversation,
    contact_id: contact,
    status,
    type,
    created_after: ago(since),
    created_before: ago(until),
  });
}
