import { useCallback, useEffect, useRef, useState } from "react";
import { useSearch } from "wouter";
import type { Scroll } from "./scroll.ts";
import type { Thread } from "./use-thread.ts";

type Jump = {
  /** Brings a message into sight, by either of its ids, however far back it is. */
  jump: (to: string, from: string | null) => Promise<void>;
  /** The message from which one came; null if one did not come from any. */
  back: string | null;
  goBack: () => void;
};

/** Leads from answers to what they answer and back, and to the message that the address names. */
export function useJump(thread: Thread, scroll: Scroll): Jump {
  const [back, setBack] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const latest = useRef(thread);
  latest.current = thread;
  const { show } = scroll;
  const jump = useCallback(async (to: string, from: string | null) => {
    const isThere = find(latest.current, to) !== undefined || (await latest.current.goAround(to));
    if (!isThere) return;
    setBack(from);
    setWanted(to);
  }, []);

  // it may have come with what was read last
  const found = wanted === null ? undefined : find(thread, wanted);
  useEffect(() => {
    if (found === undefined) return;
    show(`message-${found.id}`);
    setWanted(null);
  }, [found, show]);

  const named = new URLSearchParams(useSearch()).get("message");
  const { isPending } = thread;
  useEffect(() => {
    if (named !== null && !isPending) void jump(named, null);
  }, [named, isPending, jump]);

  return { jump, back, goBack: () => back !== null && void jump(back, null) };
}

function find({ messages }: Pick<Thread, "messages">, wanted: string) {
  return messages.find(({ id, provider_message_id }) => id === wanted || provider_message_id === wanted);
}
