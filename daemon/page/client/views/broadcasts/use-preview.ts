import { useCallback, useEffect, useRef, useState } from "react";
import type { ResponseOf } from "../../api/call.ts";
import { asProblem, type Problem } from "../../api/problem.ts";

export type Preview = ResponseOf<"POST /v1/broadcasts/{id}/preview">;
type Ask = (query: { cursor?: string }, signal: AbortSignal) => Promise<Preview>;

/** Counts who would get a broadcast: a large audience takes several requests, whose figures so far are shown. */
export function usePreview(ask: Ask) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRunning, setRunning] = useState(false);
  const counting = useRef<AbortController | null>(null);
  const latest = useRef(ask);
  latest.current = ask;
  const clear = useCallback(() => {
    counting.current?.abort();
    setPreview(null);
    setProblem(null);
    setRunning(false);
  }, []);
  const run = useCallback(async () => {
    clear();
    counting.current = new AbortController();
    const { signal } = counting.current;
    setRunning(true);
    try {
      let cursor: string | null | undefined;
      do {
        const counted = await latest.current(cursor ? { cursor } : {}, signal);
        if (signal.aborted) return;
        setPreview(counted);
        cursor = counted.next_cursor;
      } while (cursor !== null);
    } catch (cause) {
      if (!signal.aborted) setProblem(asProblem(cause));
    }
    if (!signal.aborted) setRunning(false);
  }, [clear]);
  useEffect(() => () => counting.current?.abort(), []);
  return { preview, problem, isRunning, run, clear };
}
