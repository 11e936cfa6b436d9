import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Problem } from "../../api/problem.ts";
import { readAgain, useAsk, useChange } from "../../api/queries.ts";
import { toast } from "../../parts/toast.tsx";
import { TEMPLATES } from "./words.ts";

const AGAIN_MS = 500;

/** Reads all templates from WhatsApp, and says what was new. It is no event, so it is asked for until it has ended. */
export function useSync(): { run: () => void; isRunning: boolean; problem: Problem | null } {
  const client = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const request = useChange("POST /v1/templates/sync", { done: (sync) => setId(sync.id) });
  const { data, refetch } = useAsk(
    "GET /v1/templates/sync/{id}",
    { path: { id: id ?? "" } },
    { enabled: id !== null },
  );
  useEffect(() => {
    if (id === null || data === undefined) return;
    if (data.status === "succeeded" || data.status === "failed") {
      setId(null);
      toast(
        data.status === "failed"
          ? TEMPLATES.syncFailed(data.error ?? "")
          : TEMPLATES.synced(data.created, data.updated, data.deleted),
      );
      void readAgain(client, "/v1/templates");
      return;
    }
    const timer = setTimeout(() => void refetch(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [id, data, refetch, client]);
  return {
    run: () => void request.run({ body: {} }),
    isRunning: request.isRunning || id !== null,
    problem: request.problem,
  };
}
