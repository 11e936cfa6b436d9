import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { countPending, draftKey, pendingName } from "../parts/fields/drafts.ts";

/** Has what a user wrote in this browser, and nobody accepted yet, sent from whatever view is open. */
export function useUnsent(user: string, isConnected: boolean): void {
  useEffect(() => {
    const look = () => {
      if (countPending(user) > 0) void resume(user);
    };
    if (isConnected) look();
    // what is being written elsewhere changes as well, at each key
    const hear = ({ key }: StorageEvent) => key?.startsWith(pendingName(draftKey(user, ""))) && look();
    window.addEventListener("storage", hear);
    return () => window.removeEventListener("storage", hear);
  }, [user, isConnected]);
}

/** What is changed takes less, unless the network is gone. */
const MOMENT_MS = 2000;

/** Has the browser ask before it leaves while a change, such as a note, waits for its answer. */
export function useUnfinished(): void {
  const client = useQueryClient();
  useEffect(() => {
    const changes = client.getMutationCache();
    const waiting = () => changes.findAll({ status: "pending" });
    const ask = (event: BeforeUnloadEvent) => {
      const isLate = ({ submittedAt }: { submittedAt: number }) => Date.now() - submittedAt > MOMENT_MS;
      if (waiting().some(({ state }) => isLate(state))) event.preventDefault();
    };
    const stop = changes.subscribe(() => {
      if (waiting().length > 0) window.addEventListener("beforeunload", ask);
      else window.removeEventListener("beforeunload", ask);
    });
    return () => {
      stop();
      window.removeEventListener("beforeunload", ask);
    };
  }, [client]);
}

/** Loaded only where something waits. */
async function resume(user: string): Promise<void> {
  const sending = await import("../views/inbox/box/sending/resume.ts").catch(() => null);
  await sending?.resume(user);
}
