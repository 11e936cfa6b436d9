import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Problem } from "../../api/problem.ts";
import { useUpload } from "../../api/use-upload.ts";
import { toast } from "../../parts/toast.tsx";
import { IMPORTS } from "../../view-words.ts";
import { type Plan, queryOf } from "./plan.ts";

/** A file on its way, and how it is imported: both are kept while its dry run is looked at. */
export type Sending = {
  plan: Plan | null;
  setPlan: (plan: Plan | null) => void;
  start: (isDryRun: boolean) => void;
  /** The part that was sent, from 0 to 1; null while nothing is. */
  progress: number | null;
  problem: Problem | null;
  cancel: () => void;
};

/** Sends a file to be imported, and opens its import, unless the person has left the form meanwhile. */
export function useSending(): Sending {
  const [plan, setPlan] = useState<Plan | null>(null);
  const upload = useUpload("POST /v1/contacts/import");
  const [, go] = useLocation();
  const isThere = useRef(true);
  const isSending = upload.progress !== null;
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  useEffect(() => {
    if (!isSending) return;
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isSending]);

  async function start(isDryRun: boolean): Promise<void> {
    if (plan === null) return;
    const query = { ...queryOf(plan), ...(isDryRun ? { dry_run: "true" } : {}) };
    const begun = await upload.run({ query }, plan.file);
    if (begun === null) return;
    toast(IMPORTS.started(plan.file.name));
    if (!isThere.current) return;
    if (!isDryRun) setPlan(null);
    go(`/contacts/imports/${begun.id}`);
  }

  return {
    plan,
    setPlan: (next) => {
      upload.clear();
      setPlan(next);
    },
    start: (isDryRun) => void start(isDryRun),
    progress: upload.progress,
    problem: upload.problem,
    cancel: upload.cancel,
  };
}

/** The browser asks before it leaves: the file would not arrive. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
