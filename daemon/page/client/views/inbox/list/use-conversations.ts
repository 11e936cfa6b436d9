import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { call, type QueryOf } from "../../../api/call.ts";
import { asProblem, type Problem } from "../../../api/problem.ts";
import { type List, useAsk } from "../../../api/queries.ts";
import { useMe } from "../../../api/session.tsx";
import { useTeams } from "../../../api/teams.ts";
import { useLiveEvents } from "../../../live/live.ts";
import type { Conversation } from "../types.ts";
import type { Chosen } from "./filters.ts";
import { joins, type Known, matches, NOTHING, ordered, withFirst, withFurther, withOne } from "./known.ts";

/** Events come in bursts: the conversations they name are asked for once for all of a moment. */
const GATHER_MS = 500;
/** Reading the first pages again is less than asking for more conversations one by one. */
const MOST_ONES = 20;
/** So far the list is read again after a gap; what stands after it is read when somebody comes there. */
const MOST_PAGES = 10;

/**
 * Reads conversations, the newest message first, as far as somebody scrolls. The first page is read again after events, others only for the
 * conversations that events name: how much was read costs nothing.
 */
export function useConversations(
  query: QueryOf<"GET /v1/conversations">,
  filters: Chosen,
): List<Conversation> {
  const { user } = useMe();
  const { mine: teams } = useTeams();
  const first = useAsk("GET /v1/conversations", { query });
  const [known, setKnown] = useState<Known>(NOTHING);
  const [reading, setReading] = useState<{ is: boolean; problem: Problem | null }>(IDLE);
  const latest = useRef(known);
  latest.current = known;
  const isReading = useRef(false);
  const waiting = useRef<Reading | null>(null);

  /** One reading of further pages at a time. */
  const read = useCallback(async (what: Reading) => {
    isReading.current = true;
    setReading({ is: true, problem: null });
    try {
      const change = await what();
      setKnown(change);
      setReading(IDLE);
    } catch (cause) {
      setReading({ is: false, problem: asProblem(cause) });
    } finally {
      isReading.current = false;
      const next = waiting.current;
      waiting.current = null;
      if (next !== null) void read(next);
    }
  }, []);
  const ask = (cursor: string | null) =>
    call("GET /v1/conversations", { query: { ...query, ...(cursor === null ? {} : { cursor }) } });

  const readAgain = async () => {
    const wanted = latest.current.rows.size;
    let found = withFirst(NOTHING, await ask(null));
    for (let page = 1; page < MOST_PAGES && found.cursor !== null && found.rows.size < wanted; page++)
      found = withFurther(found, await ask(found.cursor));
    return () => found;
  };
  const refresh = () => {
    if (isReading.current) waiting.current = readAgain;
    else void read(readAgain);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `refresh` is another one each time
  useEffect(() => {
    if (first.data === undefined) return;
    if (joins(latest.current, first.data)) setKnown((before) => withFirst(before, first.data));
    else refresh();
  }, [first.data]);

  const look = async (id: string) => {
    let now: Conversation | null;
    try {
      now = await call("GET /v1/conversations/{id}", { path: { id } });
    } catch (cause) {
      // what can't be asked at the moment is not gone
      if (asProblem(cause).status !== 404) return;
      now = null;
    }
    setKnown((before) => {
      const isThere = before.rows.has(id);
      const stays = now !== null && matches(now, filters, { user: user?.id ?? null, teams });
      return withOne(before, id, stays && (isThere || filters.q === undefined) ? now : null);
    });
  };
  useNamed(
    (ids) => {
      const inFirst = new Set(first.data?.data.map(({ id }) => id));
      const others = ids.filter((id) => !inFirst.has(id));
      if (others.length > MOST_ONES) refresh();
      else for (const id of others) void look(id);
    },
    () => refresh(),
    latest,
  );

  const { cursor } = known;
  return {
    rows: useMemo(() => ordered(known.rows.values()), [known.rows]),
    isPending: first.isPending,
    problem: first.error ?? reading.problem,
    hasMore: cursor !== null,
    isLoadingMore: reading.is,
    loadMore: () => {
      if (cursor === null || isReading.current) return;
      void read(async () => {
        const page = await ask(cursor);
        return (before) => withFurther(before, page);
      });
    },
    refresh: () => {
      void first.refetch();
      refresh();
    },
  };
}

/** Reads, and resolves with what it makes of what is known then. */
type Reading = () => Promise<(before: Known) => Known>;

const IDLE = { is: false, problem: null };

/** Calls back with the conversations that events named in a moment, and when something may have been missed. */
function useNamed(
  onNamed: (ids: readonly string[]) => void,
  onGap: () => void,
  known: { readonly current: Known },
): void {
  const due = useRef(new Set<string>());
  const current = useRef(onNamed);
  current.current = onNamed;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvents(({ type, body }) => {
    for (const id of idsIn(type, body, known.current)) due.current.add(id);
    if (due.current.size === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      current.current([...due.current.values()]);
      due.current.clear();
    }, GATHER_MS);
  }, onGap);
}

/** A new message stands on the first page; other events can be about any conversation. */
function idsIn(type: string, body: Readonly<Record<string, unknown>>, { rows }: Known): string[] {
  const { conversation_id: id, contact_id, record_id } = body;
  const contact = type === "crm.record.deleted" ? record_id : contact_id;
  if (type.startsWith("contact.") || type === "crm.record.deleted")
    return [...rows.values()].filter((row) => row.contact_id === contact).map((row) => row.id);
  if (typeof id !== "string" || type === "message.new") return [];
  return type.startsWith("conversation.") || rows.has(id) ? [id] : [];
}
