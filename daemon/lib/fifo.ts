export type Fifo<T> = {
  push(item: T): void;
  peek(): T | undefined;
  shift(): T | undefined;
  size(): number;
  clear(): void;
};

const COMPACT_AFTER = 4_096;

/** A queue whose `shift` costs the same however long it is, and which gives its memory back. */
export function createFifo<T>(): Fifo<T> {
  let items: (T | undefined)[] = [];
  let head = 0;
  function shift(): T | undefined {
    if (head === items.length) return undefined;
    const item = items[head];
    items[head] = undefined;
    head += 1;
    if (head >= COMPACT_AFTER && head * 2 >= items.length) {
      items = items.slice(head);
      head = 0;
    }
    return item;
  }
  return {
    shift,
    push: (item) => void items.push(item),
    peek: () => items[head],
    size: () => items.length - head,
    clear: () => {
      items = [];
      head = 0;
    },
  };
}
