import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Near enough to the end to be there. */
const NEAR_PX = 48;
/** More messages are read before the place is reached where they stand. */
const EARLY_PX = 800;

type Ends = { hasNewer: boolean; onNearTop: () => void; onNearEnd: () => void };

export type Scroll = {
  box: RefObject<HTMLDivElement | null>;
  /** The list in it, whose items hold the place. */
  list: RefObject<HTMLOListElement | null>;
  onScroll: () => void;
  isAtEnd: boolean;
  toEnd: () => void;
  /** Brings an element into sight by its id, now or as soon as it is there. */
  show: (id: string) => void;
};

/**
 * Keeps the place in a thread: at its end it follows what comes, elsewhere what is seen stands still, whatever is added,
 * taken away or becomes larger above or below. `changed` is another one whenever lines are.
 */
export function useScroll(atEnd: RefObject<boolean>, changed: unknown, ends: Ends): Scroll {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const anchor = useRef<{ item: HTMLElement; top: number } | null>(null);
  const wanted = useRef<string | null>(null);

  const remember = useCallback(() => {
    const { current } = box;
    const item = current && list.current && firstSeen(list.current, current.scrollTop);
    anchor.current = item ? { item, top: item.offsetTop - current.scrollTop } : null;
  }, []);

  const keep = useCallback(() => {
    const { current } = box;
    if (current === null) return;
    const target = wanted.current === null ? null : document.getElementById(wanted.current);
    if (target !== null) {
      wanted.current = null;
      atEnd.current = false;
      target.scrollIntoView({ block: "center" });
      target.focus({ preventScroll: true });
    } else if (atEnd.current) current.scrollTop = current.scrollHeight;
    else if (anchor.current?.item.isConnected) {
      const { item, top } = anchor.current;
      const moved = item.offsetTop - current.scrollTop - top;
      if (moved !== 0) current.scrollTop += moved;
    }
    remember();
  }, [atEnd, remember]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines are what moves the place
  useLayoutEffect(keep, [changed, keep]);
  useEffect(() => {
    const { current } = list;
    if (current === null) return;
    const observer = new ResizeObserver(keep);
    observer.observe(current);
    return () => observer.disconnect();
  }, [keep]);

  const look = () => {
    const { current } = box;
    if (current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    const below = scrollHeight - scrollTop - clientHeight;
    if (scrollTop < EARLY_PX) ends.onNearTop();
    if (below < EARLY_PX) ends.onNearEnd();
  };
  // a page may be too short to leave the end where it was
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(look, [changed]);

  const onScroll = () => {
    const { current } = box;
    if (current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_PX && !ends.hasNewer;
    setAtEnd(atEnd.current);
    remember();
    look();
  };

  const toEnd = () => {
    atEnd.current = true;
    setAtEnd(true);
    keep();
  };
  const show = useCallback(
    (id: string) => {
      wanted.current = id;
      keep();
    },
    [keep],
  );

  return { box, list, onScroll, isAtEnd, toEnd, show };
}

/** The first item that is seen below a height: items stand in order, so that half of them are ruled out by each look. */
function firstSeen(list: HTMLElement, top: number): HTMLElement | null {
  const items = list.children;
  let [low, high] = [0, items.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle] as HTMLElement;
    if (item.offsetTop + item.offsetHeight > top) high = middle;
    else low = middle + 1;
  }
  // a day moves up to the first message that is added before it
  let message = items[low];
  while (message?.id === "" && message.nextElementSibling !== null) message = message.nextElementSibling;
  return (message as HTMLElement | undefined) ?? null;
}
