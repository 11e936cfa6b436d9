import type { SystemContent } from "../../../message-types/received/system.ts";
import { reportedDigits } from "../../../phone-numbers/reported.ts";
import type { Identity, Move, Notice } from "../../inbound.ts";
import { momentOf } from "../../moment.ts";
import { identities } from "./identities.ts";
import { type Json, object, present, text } from "./values.ts";

/**
 * `system`: somebody changed their number or their user id, or has a new security code. Nothing else announces a user
 * id: the field `user_id_update`, which Meta's pages once named, does not exist (changelog, August 11, 2026).
 * Source: Meta's OpenAPI file, `SystemMessage`; webhooks reference, `messages`, system messages.
 */
export function readSystem(providerMessageId: string, message: Json): (Move | Notice)[] {
  const system = object(message.system);
  const move = readMove(providerMessageId, message, system);
  const [person] = move?.to ?? identities(message.from ?? system.customer, message.from_user_id);
  const content = readEvent(message, system);
  if (person === undefined || content === null) return move === null ? [] : [move];
  const whole = { ...content, ...present({ body: text(system.body) }) };
  const at = momentOf(message.timestamp);
  const notice: Notice = {
    ...{ kind: "notice", providerMessageId, direction: "inbound", person },
    ...{ participant: null, content: whole, at },
  };
  return move === null ? [notice] : [move, notice];
}

/** What the conversation shows of it; null for what it does not. */
function readEvent({ from }: Json, system: Json): SystemContent | null {
  const to = reportedDigits(system.wa_id ?? system.new_wa_id);
  switch (system.type) {
    case "user_changed_number":
    case "customer_changed_number":
      return to === null ? null : { event: "number_changed", from: reportedDigits(from), to };
    case "user_changed_user_id":
      return { event: "user_id_changed" };
    case "customer_identity_changed":
      return { event: "identity_changed" };
    default:
      return null;
  }
}

function readMove(providerMessageId: string, message: Json, system: Json): Move | null {
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
  return from.length === 0 || to.length === 0 ? null : { kind: "move", providerMessageId, from, to };
}

function isAmong(identity: Identity, among: readonly Identity[]): boolean {
  return among.some((one) => one.type === identity.type && one.value === identity.value);
}
