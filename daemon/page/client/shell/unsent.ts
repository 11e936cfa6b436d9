import { useEffect } from "react";
import { countPending } from "../parts/fields/drafts.ts";

/** Has what a user wrote in this browser, and nobody accepted yet, sent from whatever view is open. */
export function useUnsent(user: string): void {
  useEffect(() => {
    const look = () => {
      if (countPending(user) > 0) void resume(user);
    };
    look();
    window.addEventListener("storage", look);
    return () => window.removeEventListener("storage", look);
  }, [user]);
}

/** Loaded only where something waits. */
async function resume(user: string): Promise<void> {
  const sending = await import("../views/inbox/box/sending/resume.ts").catch(() => null);
  sending?.resume(user);
}
