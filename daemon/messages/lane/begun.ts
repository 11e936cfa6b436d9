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

/** The ids of those that were handed over, not read; null when none was. */
export function freshOf(items: readonly { itemId: string; isFresh?: true }[]): string[] | null {
  const fresh = items.filter((item) => item.isFresh === true).map((item) => item.itemId);
  return fresh.length === 0 ? null : fresh;
}
