import { useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { useChannels } from "../../../api/channels.ts";
import { useList } from "../../../api/queries.ts";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Button } from "../../../parts/button.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { Filters, useFilters } from "../../../parts/filters.tsx";
import { Header } from "../../../parts/header.tsx";
import { useKeys } from "../../../parts/keys.ts";
import { ProblemNote } from "../../../parts/problem.tsx";
import { Skeleton } from "../../../parts/skeleton.tsx";
import { WORDS } from "../../../words.ts";
import type { Conversation } from "../types.ts";
import { INBOX } from "../words.ts";
import { ConversationLine } from "./conversation-line.tsx";
import { commandOf, filtersOf, NAMES, queryOf } from "./filters.ts";
import style from "./list.module.css";

/** The conversations, the newest message first. `j` and `k` open the next one and the one before. */
export function ConversationList({ chosen }: { chosen: string | undefined }) {
  const filters = useFilters(NAMES);
  const query = queryOf(filters);
  const list = useList("GET /v1/conversations", { query });
  const channels = useChannels();
  useNeighbours(list.rows, chosen);
  return (
    <>
      <div className={style.head}>
        <Header
          title={INBOX.title}
          actions={<AsCommand cli={commandOf(filters)} route="GET /v1/conversations" request={{ query }} />}
        />
        <Filters filters={filtersOf(channels.options)} />
      </div>
      {list.isPending && <Skeleton />}
      {list.problem !== null && <ProblemNote problem={list.problem} onTryAgain={list.refresh} />}
      {!list.isPending && list.problem === null && list.rows.length === 0 && !list.hasMore && (
        <Nothing isFiltered={Object.keys(filters).length > 0} />
      )}
      <ul className={style.list} aria-label={INBOX.conversations}>
        {list.rows.map((row) => (
          <ConversationLine key={row.id} conversation={row} isChosen={row.id === chosen} />
        ))}
      </ul>
      {list.hasMore && (
        <div className={style.more}>
          <Button onPress={list.loadMore} isBusy={list.isLoadingMore}>
            {WORDS.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty title={isFiltered ? INBOX.noMatch : INBOX.none}>
      {isFiltered ? INBOX.noMatchText : INBOX.noneText}
    </Empty>
  );
}

function useNeighbours(rows: readonly Conversation[], chosen: string | undefined): void {
  const [, go] = useLocation();
  const search = useSearch();
  const latest = useRef(rows);
  latest.current = rows;
  const open = (step: 1 | -1) => {
    const at = latest.current.findIndex(({ id }) => id === chosen);
    const next = latest.current[at === -1 ? 0 : at + step];
    if (next !== undefined) go(`/inbox/${next.id}${search === "" ? "" : `?${search}`}`);
  };
  useKeys([
    { keys: "j", does: INBOX.keyNext, run: () => open(1) },
    { keys: "k", does: INBOX.keyBefore, run: () => open(-1) },
  ]);
}
