import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Named, Names } from "../../../db/messages/recipients.ts";
import { type Problem, problem } from "../../http/problem.ts";
import type { Platform } from "../../providers/provider.ts";
import { isGroup } from "../message-group.ts";

/**
 * Where a person can be written to on a platform: at their number, or else at the platform's own id of them. Somebody
 * who is not known yet is written to at what names them. Null when nothing is known that the platform takes.
 */
export function bestAddress(
  { addressedBy }: Pick<Platform, "addressedBy">,
  { phone, userId }: Names,
  { addresses }: Pick<Named, "addresses">,
): { address: string | null; userId: string | null } | null {
  if (phone !== null) return { address: phone, userId: null };
  const usable = addresses.filter((one) => !one.is_foreign);
  const known = addressedBy.map((type) => usable.find((one) => one.type === type)).find((one) => one);
  if (known !== undefined)
    return known.type === "phone"
      ? { address: known.value, userId: null }
      : { address: null, userId: known.user_id };
  const isTaken =
    userId !== null && addresses.length === 0 && addressedBy.some((type) => type === kindOf(userId));
  return isTaken ? { address: null, userId } : null;
}

function kindOf(userId: string): string {
  if (isGroup(userId)) return "group";
  if (userId.endsWith("@lid")) return "lid";
  return userId.includes(".ENT.") ? "parent_bsuid" : "bsuid";
}

/** The refusal of a send to somebody who can't be reached on the channel's platform. */
export function noAddress(
  { userId, contactId }: Names,
  { addresses }: Pick<Named, "addresses">,
  { platform }: Pick<ChannelRow, "platform">,
): Problem {
  const path = userId !== null ? "/recipient" : contactId !== null ? "/contact_id" : "/conversation_id";
  const isForeign = addresses.some((one) => one.is_foreign);
  const message = isForeign
    ? "this person is only known by a user id of another business portfolio than the channel's"
    : `no address is known of this person that a ${platform} channel can send to`;
  return problem(422, isForeign ? "recipient_not_supported" : "no_address", `${path}: ${message}`, {
    errors: [{ path, message }],
  });
}
