import { useEffect, useRef } from "react";
import { useLocation } from "wouter";

/** Calls back when the address leads to another path: what was open above the one before is in the way. */
export function useLeaving(isOpen: boolean, onLeave: () => void): void {
  const [path] = useLocation();
  const before = useRef(path);
  const current = useRef(onLeave);
  current.current = onLeave;
  useEffect(() => {
    if (isOpen && before.current !== path) current.current();
    before.current = path;
  }, [path, isOpen]);
}
