import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Problem } from "../../api/problem.ts";
import { readAgain, useAsk, useChange } from "../../api/queries.ts";
import { toast } from "../../parts/toast.tsx";
import { TEMPLATES } from "../../view-words.ts";

/** Reads all templates from WhatsApp, and says what was new. It is no event, so it is asked for until it has ended. */
export function useSync(): { run: () => void; isRunning: boolean; problem: Problem | null } {
  const client = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const request = useChange("POST /v1/templates/sync", { done: (sync) => setId(sync.id) });
  const { data } = useAsk(
    "GET /v1/templates/sync/{id}",
    { path: { id: id ?? "" } },
    { enabled: id !== null, isOver },
  );
  useEffect(() => {
    if (id === null || data === undefined || !isOver(data)) return;
    setId(null);
    toast(
      data.status === "failed"
        ? TEMPLATES.syncFailed(data.error ?? "")
        : TEMPLATES.synced(data.created, data.updated, data.deleted),
    );
    void readAgain(client, "/v1/templates");
  }, [id, data, client]);
  return {
    run: () => void request.run({ body: {} }),
    isRunning: request.isRunning || id !== null,
    problem: request.problem,
  };
}

function isOver({ status }: { status: string }): boolean {
  return status === "succeeded" || status === "failed";
}
