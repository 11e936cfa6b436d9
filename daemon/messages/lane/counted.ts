import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { DueSend } from "../../../db/messages/sends.ts";
import { findMessageType } from "../../message-types/registry.ts";

const NO_LIMIT = "TIER_UNLIMITED";

/** The messages that count against the limit of a channel's portfolio; null where no limit is known. */
export function countedOf(
  { messaging_limit: limit }: Pick<ChannelRow, "messaging_limit">,
  items: readonly { itemId: string; row: DueSend }[],
): string[] | null {
  if (limit === null || limit === NO_LIMIT) return null;
  return items
    .filter(({ row }) => findMessageType(row.type)?.addressed !== false)
    .map(({ itemId }) => itemId);
}
