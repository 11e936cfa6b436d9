import { type RefObject, startTransition, useCallback, useEffect, useMemo, useState } from "react";
import { call, type QueryOf } from "../../../api/call.ts";
import { asProblem, type Problem } from "../../../api/problem.ts";
import { useAsk } from "../../../api/queries.ts";
import { useLiveEvents } from "../../../live/live.ts";
import type { Message } from "../types.ts";
import {
  type Known,
  NOTHING,
  only,
  sorted,
  withChanged,
  withNewer,
  withNewest,
  withOlder,
  withSent,
} from "./known.ts";

const PAGE = 50;

/** A stretch of a conversation's messages, which grows at both ends as one goes there. */
export type Thread = {
  /** Oldest first. */
  messages: readonly Message[];
  /** The newest page, also while an earlier stretch is shown. */
  newest: readonly Message[];
  isPending: boolean;
  problem: Problem | null;
  hasOlder: boolean;
  hasNewer: boolean;
  isLoading: boolean;
  loadOlder: () => void;
  loadNewer: () => void;
  /** Looks whether something came in before all that is here; resolves with whether it did. */
  lookEarlier: () => Promise<boolean>;
  /** Shows the stretch around a message, by our id or the provider's; resolves with whether there is one. */
  goAround: (id: string) => Promise<boolean>;
  goToNewest: () => void;
  /** Reads the newest page again. */
  refresh: () => void;
  /** Shows a message that was just accepted. */
  add: (message: Message) => void;
};

/** The newest page of a conversation. */
export function useNewest(conversation_id: string) {
  return useAsk("GET /v1/messages", { query: { conversation_id, limit: PAGE } });
}

/** Reads a conversation, a page for each step, and no page twice for what happens in it. */
export function useThread(conversation_id: string, atEnd: RefObject<boolean>): Thread {
  const newest = useNewest(conversation_id);
  const [known, setKnown] = useState(NOTHING);
  const [reading, setReading] = useState<{ isLoading: boolean; problem: Problem | null }>(IDLE);
  const { data } = newest;
  useEffect(() => {
    if (data !== undefined) setKnown((before) => withNewest(before, data, atEnd.current));
  }, [data, atEnd]);
  const add = useCallback((message: Message) => setKnown((before) => withSent(before, message)), []);

  // what happens to a message of an older page is not in the newest one
  useLiveEvents(({ body }) => {
    const id = String(body.message_id);
    const isOlder = known.messages.has(id) && data?.data.every((message) => message.id !== id);
    if (!isOlder) return;
    const show = (message: Message) => setKnown((before) => withChanged(before, [message]));
    void call("GET /v1/messages/{id}", { path: { id } }).then(show, () => {});
  });

  const read = useCallback(
    async (place: QueryOf<"GET /v1/messages">, join: (known: Known, page: Page) => Known) => {
      setReading({ isLoading: true, problem: null });
      try {
        const page = await call("GET /v1/messages", { query: { conversation_id, limit: PAGE, ...place } });
        startTransition(() => {
          setKnown((before) => join(before, page));
          setReading(IDLE);
        });
        return page.data.length > 0;
      } catch (cause) {
        setReading({ isLoading: false, problem: asProblem(cause) });
        return false;
      }
    },
    [conversation_id],
  );

  const messages = useMemo(() => sorted(known.messages), [known.messages]);
  const { hasOlder, hasNewer } = known;
  const { isLoading } = reading;
  const [first, last] = [messages[0]?.id, messages.at(-1)?.id];
  const loadOlder = (before: string) => read({ before }, (known, page) => withOlder(known, page, before));
  const loadNewer = (after: string) => read({ after }, (known, page) => withNewer(known, page, after));
  return {
    messages,
    newest: data?.data ?? [],
    isPending: newest.isPending,
    problem: newest.error ?? reading.problem,
    hasOlder,
    hasNewer,
    isLoading,
    loadOlder: () => void (hasOlder && !isLoading && first && loadOlder(first)),
    loadNewer: () => void (hasNewer && !isLoading && last && loadNewer(last)),
    lookEarlier: async () => first !== undefined && (await loadOlder(first)),
    goAround: useCallback((id: string) => read({ around: id }, (_, page) => only(page)), [read]),
    goToNewest: () => data !== undefined && setKnown(only(data)),
    refresh: () => void newest.refetch(),
    add,
  };
}

type Page = Parameters<typeof only>[0];

const IDLE = { isLoading: false, problem: null };
