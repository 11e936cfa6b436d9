import type { DueSend, StartedSend } from "../../../db/messages/sends.ts";

/**
 * Those of some items whose attempt has begun, each with its number. A message that a merge moved may be there under
 * two order keys: the one begins under which it waits.
 */
export function begun<Item extends { itemId: string; orderKey: string; row: DueSend }>(
  items: readonly Item[],
  started: readonly StartedSend[],
): Item[] {
  const found = new Map(started.map((one) => [one.message_id, one]));
  return items.flatMap((item) => {
    const one = found.get(item.itemId);
    if (one === undefined || one.order_key !== item.orderKey) return [];
    return [{ ...item, row: { ...item.row, attempt: one.attempt } }];
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
