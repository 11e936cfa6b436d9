import type { Handover, Inbound } from "../../inbound.ts";
import { momentOf } from "../../moment.ts";
import { identities } from "./identities.ts";
import { field, type Json, numericId, object, text } from "./values.ts";

/**
 * The field `messaging_handovers`: a conversation has another owner. Who gained it is told `control_passed`, who lost it
 * `control_taken`; `pass_thread_control` and `take_thread_control` are Messenger's words for the same. Only roles say who
 * the others are, and any member may be missing. Source: Meta, WhatsApp Business Platform, "messaging_handovers webhook
 * reference" (22 September 2026) and Messenger Platform, "messaging_handovers webhook event".
 */
const KINDS: readonly [name: string, cause: Handover["cause"]][] = [
  ["control_passed", "passed"],
  ["control_taken", "taken"],
  ["pass_thread_control", "passed"],
  ["take_thread_control", "taken"],
];

export function readHandovers(value: Json): Inbound[] {
  const recipient = object(value.recipient);
  const phoneNumberId =
    numericId(recipient.phone_number_id) ?? numericId(field(value.metadata, "phone_number_id"));
  const sender = object(value.sender);
  const [person, alias = null] = identities(sender.phone_number ?? sender.wa_id, sender.user_id);
  const found = KINDS.find(([name]) => name === value.type || (value.type === undefined && name in value));
  if (phoneNumberId === null || person === undefined || found === undefined) return [];
  const [name, cause] = found;
  const control = object(value[name]);
  const common = { person, alias, at: momentOf(value.timestamp), ...wordsOf(control) };
  return [
    {
      target: { phoneNumberId },
      facts: [{ kind: "handover", cause, to: holderOf(cause, control), ...common }],
    },
  ];
}

/** The agent is the only other that has a role of its own; the first shape of 2026 called it an app's role. */
function holderOf(cause: Handover["cause"], control: Json): Handover["to"] {
  const isAgent = (role: unknown) => /^(ai_agent|meta_ai|meta_business_agent)$/i.test(text(role) ?? "");
  if (cause === "passed")
    return isAgent(control.new_owner_role ?? control.new_owner_app_role) ? "agent" : "business";
  return isAgent(control.previous_owner_role ?? control.previous_owner_app_role) ? "business" : "agent";
}

/** What whoever handed over said, and Meta's summary of what was said before ("Conversation context"). */
function wordsOf(control: Json): Pick<Handover, "note" | "summary"> {
  const summary = text(field(field(control.conversation_context, "summary"), "text"));
  return { note: text(control.metadata) || null, summary: summary || null };
}
