import { useCallback, useEffect, useMemo, useState } from "react";
import { call, type ResponseOf } from "../../../api/call.ts";
import { asProblem, type Problem } from "../../../api/problem.ts";
import { useAsk } from "../../../api/queries.ts";
import { useLiveEvents } from "../../../live/live.ts";
import type { Message } from "../types.ts";

const PAGE = 50;

/** The messages of a conversation as far as they were read: the newest page stays true, older ones are added to it. */
export type Thread = {
  /** Oldest first. */
  messages: readonly Message[];
  isPending: boolean;
  problem: Problem | null;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  loadOlder: () => void;
  /** Reads the newest page again. */
  refresh: () => void;
  /** Shows a message that was just accepted. */
  add: (message: Message) => void;
};

type Known = { messages: ReadonlyMap<string, Message>; cursor: string | null };

const NOTHING: Known = { messages: new Map(), cursor: null };

/** Reads a conversation, one page for each step back, and no page twice for what happens in it. */
export function useThread(conversation_id: string): Thread {
  const newest = useAsk("GET /v1/messages", { query: { conversation_id, limit: PAGE } });
  const [known, setKnown] = useState(NOTHING);
  const [older, setOlder] = useState<{ isLoading: boolean; problem: Problem | null }>(IDLE);
  const { data } = newest;
  useEffect(() => {
    if (data !== undefined) setKnown((before) => withNewest(before, data));
  }, [data]);
  const add = useCallback((message: Message) => setKnown((before) => withMessages(before, [message])), []);

  // what happens to a message of an older page is not in the newest one
  useLiveEvents(({ body }) => {
    const id = String(body.message_id);
    const isOlder = known.messages.has(id) && data?.data.every((message) => message.id !== id);
    if (isOlder) void call("GET /v1/messages/{id}", { path: { id } }).then(add, () => {});
  });

  const loadOlder = async () => {
    const { cursor } = known;
    if (cursor === null || older.isLoading) return;
    setOlder({ isLoading: true, problem: null });
    try {
      const page = await call("GET /v1/messages", { query: { conversation_id, limit: PAGE, cursor } });
      setKnown((before) => ({ ...withMessages(before, page.data), cursor: page.meta.next_cursor }));
      setOlder(IDLE);
    } catch (cause) {
      setOlder({ isLoading: false, problem: asProblem(cause) });
    }
  };

  const messages = useMemo(
    () => [...known.messages.values()].sort((one, other) => (one.id < other.id ? -1 : 1)),
    [known.messages],
  );

  return {
    messages,
    isPending: newest.isPending,
    problem: newest.error ?? older.problem,
    hasOlder: known.cursor !== null,
    isLoadingOlder: older.isLoading,
    loadOlder: () => void loadOlder(),
    refresh: () => void newest.refetch(),
    add,
  };
}

const IDLE = { isLoading: false, problem: null };

/** The newest page beside what is known, or in its place where more came since than one page has. */
function withNewest(before: Known, { data, meta }: ResponseOf<"GET /v1/messages">): Known {
  const isJoined = data.some(({ id }) => before.messages.has(id));
  if (isJoined) return withMessages(before, data);
  return { messages: new Map(data.map((message) => [message.id, message])), cursor: meta.next_cursor };
}

function withMessages({ messages, cursor }: Known, added: readonly Message[]): Known {
  return {
    messages: new Map([...messages, ...added.map((message) => [message.id, message] as const)]),
    cursor,
  };
}
