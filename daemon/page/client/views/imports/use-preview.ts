import { useEffect, useRef, useState } from "react";
import type { ResponseOf } from "../../api/call.ts";
import { asProblem, type Problem } from "../../api/problem.ts";
import { upload } from "../../api/upload.ts";
import { beginningOf, type Plan, queryOf } from "./plan.ts";

const ROUTE = "POST /v1/contacts/import/preview";
/** Somebody may be typing. */
const PAUSE_MS = 300;

export type Preview = ResponseOf<typeof ROUTE>;

type Shown = {
  /** The last one that could be made of this file: what was chosen wrong can be chosen again. */
  preview: Preview | null;
  problem: Problem | null;
  isPending: boolean;
};

const NOTHING: Shown = { preview: null, problem: null, isPending: true };

/** Has the API read the beginning of a file, each time it is to be read in another way. */
export function usePreview(plan: Plan): Shown {
  const [shown, setShown] = useState(NOTHING);
  const latest = useRef(plan);
  latest.current = plan;
  const { on_error: _, file_name: __, ...reading } = queryOf(plan);
  const how = JSON.stringify(reading);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plan is new whenever something else of it changes
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    setShown((before) => ({ ...before, isPending: true }));
    const timer = setTimeout(async () => {
      try {
        const { current } = latest;
        const request = { query: queryOf(current) };
        const preview = await upload(ROUTE, request, beginningOf(current), { signal });
        setShown({ preview, problem: null, isPending: false });
      } catch (cause) {
        if (!signal.aborted)
          setShown(({ preview }) => ({ preview, problem: asProblem(cause), isPending: false }));
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [plan.file, how]);
  return shown;
}
