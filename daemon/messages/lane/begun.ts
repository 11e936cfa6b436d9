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

/** The first item of each order key. */
export function firstOfEachKey<Item extends { orderKey: string }>(items: readonly Item[]): Item[] {
  const firsts = new Map<string, Item>();
  for (const item of items) if (!firsts.has(item.orderKey)) firsts.set(item.orderKey, item);
  return [...firsts.values()];
}

/** A due message as an item of its lane. */
export function sendOf(row: DueSend) {
  return { itemId: row.item_id, orderKey: row.order_key, priority: row.priority, row };
}
