import { type LaneItem, rankOfItem } from "./lane.ts";

/** The due items a drain knows: one queue for each key, and the keys whose item is being called. */
export type KeyedQueue<Item extends LaneItem> = {
  /**
   * Adds items read from the database, in order. The known items of a key are forgotten when more urgent ones come;
   * true when there were any.
   */
  add(items: readonly Item[]): boolean;
  /** The first item of each key that is not busy, in the order the keys came. */
  heads(): Item[];
  /** Whether at least so many keys have a first item and are not busy. */
  hasHeads(least: number): boolean;
  /** Marks the key of its first item as busy and removes the item. */
  begin(item: Item): void;
  /** Marks a key as free: its call is over and the result written. */
  end(key: string): void;
  /** Forgets the items of a key; what is still due is read again. */
  forget(key: string): void;
  /** Forgets every item. */
  clear(): void;
  /** Keys that are busy or queued: reading them again would break their order. */
  busyKeys(): string[];
  /** Those of them that are busy, or whose first item is at least as urgent as a priority. */
  keysUpTo(priority: number): string[];
  /** How many keys wait whose first item is of a priority. */
  count(priority: number): number;
  isEmpty(): boolean;
};

/** An empty queue. */
export function createKeyedQueue<Item extends LaneItem>(): KeyedQueue<Item> {
  const queues = new Map<string, Item[]>();
  const busy = new Set<string>();
  return {
    add(items) {
      let forgot = false;
      for (const item of items) {
        const queue = queues.get(item.orderKey);
        const isOvertaken = queue?.[0] !== undefined && rankOfItem(item) < rankOfItem(queue[0]);
        if (queue === undefined || isOvertaken) queues.set(item.orderKey, [item]);
        else queue.push(item);
        forgot ||= isOvertaken;
      }
      return forgot;
    },
    heads() {
      const heads: Item[] = [];
      for (const [key, [head]] of queues) {
        if (head !== undefined && !busy.has(key)) heads.push(head);
      }
      return heads;
    },
    hasHeads(least) {
      let heads = 0;
      for (const key of queues.keys()) {
        if (heads >= least) break;
        if (!busy.has(key)) heads += 1;
      }
      return heads >= least;
    },
    begin(item) {
      busy.add(item.orderKey);
      const queue = queues.get(item.orderKey);
      queue?.shift();
      if (queue?.length === 0) queues.delete(item.orderKey);
    },
    end: (key) => void busy.delete(key),
    forget: (key) => void queues.delete(key),
    clear: () => queues.clear(),
    busyKeys: () => [...new Set([...busy, ...queues.keys()])],
    keysUpTo(priority) {
      const urgent = [...queues].filter(([, [head]]) => head !== undefined && rankOfItem(head) <= priority);
      return [...new Set([...busy, ...urgent.map(([key]) => key)])];
    },
    count: (priority) =>
      [...queues.values()].filter(([head]) => head !== undefined && rankOfItem(head) === priority).length,
    isEmpty: () => queues.size === 0,
  };
}
