import type { Identity, Move } from "../../inbound.ts";
import { identities } from "./identities.ts";
import { type Json, object } from "./values.ts";

/**
 * `system`: somebody changed their number or their user id. Other kinds (a new
 * phone with the same number) change nothing for us.
 * Source: Meta's OpenAPI file, `SystemMessage`; webhooks reference, `messages`, system messages.
 */
export function readMove(providerMessageId: string, message: Json): Move[] {
  const system = object(message.system);
  const named = [
    ...identities(system.wa_id ?? system.new_wa_id, system.user_id),
    ...identities(null, system.parent_user_id),
  ];
  const sent = identities(message.from, message.from_user_id);
  const previous = [
    ...identities(null, system.previous_user_id),
    ...identities(null, system.previous_parent_user_id),
  ];
  // with the previous id, the message itself may be in the new one's name
  const from = previous.length === 0 ? sent : [...previous, ...sent.filter((one) => !isAmong(one, named))];
  const to = named.filter((one) => !isAmong(one, from));
  return from.length === 0 || to.length === 0 ? [] : [{ kind: "move", providerMessageId, from, to }];
}

function isAmong(identity: Identity, among: readonly Identity[]): boolean {
  return among.some((one) => one.type === identity.type && one.value === identity.value);
}
