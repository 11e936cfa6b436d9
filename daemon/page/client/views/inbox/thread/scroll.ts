import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Near enough to the end to be there. */
const NEAR_PX = 48;
/** Older messages are read before their place is reached. */
const EARLY_PX = 600;

type Scroll = {
  box: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  isAtEnd: boolean;
  toEnd: () => void;
};

/**
 * Keeps the place in a thread: at its end it follows what comes, elsewhere it stands still, whatever is added above or
 * below. `first` and `last` name what stands at both ends.
 */
export function useScroll(first: string, last: string, onNearTop: () => void): Scroll {
  const box = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const before = useRef({ first: "", height: 0, isAtEnd: true });

  const toEnd = useCallback(() => {
    const { current } = box;
    if (current !== null) current.scrollTop = current.scrollHeight;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last line is what is followed
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    if (before.current.isAtEnd) toEnd();
    else if (before.current.first !== first)
      current.scrollTop += current.scrollHeight - before.current.height;
    before.current = { ...before.current, first, height: current.scrollHeight };
  }, [first, last, toEnd]);

  const onScroll = () => {
    const { current } = box;
    if (current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    before.current = { ...before.current, height: scrollHeight, isAtEnd: isNear };
    setAtEnd(isNear);
    if (scrollTop < EARLY_PX) onNearTop();
  };

  return { box, onScroll, isAtEnd, toEnd };
}
