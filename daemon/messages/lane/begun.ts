import type { DueSend } from "../../../db/messages/sends.ts";

/** Those of some items whose attempt has begun, each with its number. */
export function begun<Item extends { itemId: string; row: DueSend }>(
  items: readonly Item[],
  started: readonly { message_id: string; attempt: number }[],
): Item[] {
  const attempts = new Map(started.map((one) => [one.message_id, one.attempt]));
  return items.flatMap((item) => {
    const attempt = attempts.get(item.itemId);
    return attempt === undefined ? [] : [{ ...item, row: { ...item.row, attempt } }];
  });
}

/** A due message as an item of its lane. */
export function sendOf(row: DueSend) {
  return { itemId: row.item_id, orderKey: row.order_key, priority: row.priority, row };
}
