import { useCallback, useEffect, useRef, useState } from "react";
import { call, type ResponseOf } from "../../api/call.ts";
import { asProblem, type Problem } from "../../api/problem.ts";

export type Preview = ResponseOf<"POST /v1/broadcasts/{id}/preview">;

/** Counts who would get a draft: a large audience takes several requests, whose figures so far are shown. */
export function usePreview(id: string) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const counting = useRef<AbortController | null>(null);
  useEffect(() => () => counting.current?.abort(), []);
  const run = useCallback(async () => {
    counting.current?.abort();
    counting.current = new AbortController();
    const { signal } = counting.current;
    setPreview(null);
    setProblem(null);
    try {
      let cursor: string | null | undefined;
      do {
        const query: { cursor?: string } = cursor ? { cursor } : {};
        const counted = await call("POST /v1/broadcasts/{id}/preview", { path: { id }, query }, { signal });
        if (signal.aborted) return;
        setPreview(counted);
        cursor = counted.next_cursor;
      } while (cursor !== null);
    } catch (cause) {
      if (!signal.aborted) setProblem(asProblem(cause));
    }
  }, [id]);
  return { preview, problem, run };
}
