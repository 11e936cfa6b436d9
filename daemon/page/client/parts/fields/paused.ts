import { useEffect, useState } from "react";

const PAUSE_MS = 250;

/** A text as it was when somebody last paused in typing: to ask the API for each letter would be too often. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setPaused, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
