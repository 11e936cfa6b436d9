import { type ReactNode, useId } from "react";
import { Link, useSearch } from "wouter";
import type { RowOf } from "../../../api/call.ts";
import { type List, useAsk, useList } from "../../../api/queries.ts";
import { Button } from "../../../parts/button.tsx";
import { usePaused } from "../../../parts/fields/paused.ts";
import { ProblemNote } from "../../../parts/problem.tsx";
import { Time } from "../../../parts/time.tsx";
import { INBOX } from "../../../view-words.ts";
import { WORDS } from "../../../words.ts";
import { nameOf } from "../types.ts";
import type { Chosen } from "./filters.ts";
import style from "./list.module.css";

const MOST = 5;
/** A single letter begins too many words. */
const SHORTEST = 2;
/** What stands before the first hit that is shown, in characters. */
const BEFORE = 24;

type Hit = RowOf<"GET /v1/messages/search">;

/** The messages in which what is searched for was said, a few at a time. */
export function useHits({ q = "", channel_id }: Chosen): List<Hit> {
  const words = usePaused(q.trim());
  const isSought = /[\p{L}\p{N}]/u.test(words) && words.length >= SHORTEST;
  const query = { q: words, limit: MOST, ...(channel_id === undefined ? {} : { channel_id }) };
  const list = useList("GET /v1/messages/search", { query }, { enabled: isSought });
  // a search that takes long ends a page before it has found something
  if (list.rows.length === 0 && list.hasMore && !list.isLoadingMore && list.problem === null)
    queueMicrotask(list.loadMore);
  return list;
}

/** What was found said; each opens its conversation there. */
export function Hits({ list }: { list: List<Hit> }) {
  const title = useId();
  if (list.rows.length === 0 && list.problem === null) return null;
  return (
    <section className={style.hits} aria-labelledby={title}>
      <h2 id={title}>{WORDS.messages}</h2>
      <ProblemNote problem={list.problem} onTryAgain={list.refresh} />
      <ul>
        {list.rows.map((hit) => (
          <Found key={hit.id} hit={hit} />
        ))}
      </ul>
      {list.hasMore && (
        <Button kind="quiet" onPress={list.loadMore} isBusy={list.isLoadingMore}>
          {WORDS.loadMore}
        </Button>
      )}
    </section>
  );
}

function Found({ hit }: { hit: Hit }) {
  const { id, conversation_id, direction, created_at } = hit;
  const { data } = useAsk("GET /v1/conversations/{id}", { path: { id: conversation_id } });
  const params = new URLSearchParams(useSearch());
  params.set("message", id);
  return (
    <li>
      <Link href={`/inbox/${conversation_id}?${params}`} className={style.hit ?? ""}>
        <span className={style.name}>{data === undefined ? "" : nameOf(data)}</span>
        <span className={style.when}>
          <Time at={created_at} />
        </span>
        <span className={style.said}>
          {direction === "outbound" && `${INBOX.you}: `}
          {marked(hit)}
        </span>
      </Link>
    </li>
  );
}

/** The text from shortly before its first hit on, with the hits marked: places count characters, not code units. */
function marked({ text, highlights }: Pick<Hit, "text" | "highlights">): ReactNode[] {
  const characters = Array.from(text ?? "");
  const first = highlights[0]?.[0] ?? 0;
  let at = first <= BEFORE ? 0 : first - BEFORE;
  const parts: ReactNode[] = at === 0 ? [] : ["…"];
  for (const [begin, length] of highlights) {
    if (begin < at) continue;
    parts.push(characters.slice(at, begin).join(""));
    at = begin + length;
    parts.push(<mark key={begin}>{characters.slice(begin, at).join("")}</mark>);
  }
  return [...parts, characters.slice(at).join("")];
}
