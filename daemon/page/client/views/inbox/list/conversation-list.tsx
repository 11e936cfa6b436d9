import { ArrowUp } from "lucide-react";
import { useChannels } from "../../../api/channels.ts";
import { useMay, useMe } from "../../../api/session.tsx";
import { useTeams } from "../../../api/teams.ts";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Button } from "../../../parts/button.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { useFaces } from "../../../parts/faces/faces.ts";
import { Filters, useFilters } from "../../../parts/filters.tsx";
import { Header } from "../../../parts/header.tsx";
import { ChooseNotifications } from "../../../parts/notifications/choose.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { Skeleton } from "../../../parts/skeleton.tsx";
import { INBOX } from "../../../view-words.ts";
import { personIn } from "../types.ts";
import { ConversationLine } from "./conversation-line.tsx";
import { commandOf, filtersOf, NAMES, queryOf } from "./filters.ts";
import { Hits, useHits } from "./hits.tsx";
import style from "./list.module.css";
import { useNeighbours } from "./neighbours.ts";
import { Quick } from "./quick.tsx";
import { nextSample, TakeNext } from "./take-next.tsx";
import { UnsentLines } from "./unsent.tsx";
import { useConversations } from "./use-conversations.ts";
import { LINE_REM, useWindow } from "./use-window.ts";
import { useWithChosen } from "./with-chosen.ts";

/** The conversations that the filters leave. `j` and `k` open the next one and the one before. */
export function ConversationList({ chosen }: { chosen: string | undefined }) {
  const filters = useFilters(NAMES);
  const isUnsentOnly = useFilters(["unsent"]).unsent === "true";
  const channels = useChannels();
  const teams = useTeams();
  const query = queryOf(filters);
  const { user } = useMe();
  const may = useMay();
  // nobody waits in those that are not open
  const mayTake = user !== null && may("messages:send") && (query.status ?? "open") === "open";
  const hits = useHits(filters);
  return (
    <div className={style.column}>
      <div className={style.head}>
        <Header
          title={INBOX.title}
          actions={
            <>
              {mayTake && <TakeNext filters={filters} />}
              <AsCommand
                cli={commandOf(filters)}
                route="GET /v1/conversations"
                request={{ query }}
                more={[mayTake && nextSample(filters, user.id)]}
              />
              <ChooseNotifications />
            </>
          }
        />
        <Filters filters={filtersOf(channels.options, teams.options)} />
        <Quick {...{ filters, isUnsentOnly }} />
      </div>
      {isUnsentOnly ? (
        <UnsentLines chosen={chosen} />
      ) : (
        <Lines key={JSON.stringify(query)} chosen={chosen} isSaid={hits.rows.length > 0} />
      )}
      <Hits list={hits} />
    </div>
  );
}

type LinesProps = { chosen: string | undefined; isSaid: boolean };

/** The list itself, begun at its top for other filters; `isSaid`: what is searched for was said in messages. */
function Lines({ chosen, isSaid }: LinesProps) {
  const filters = useFilters(NAMES);
  const list = useConversations(queryOf(filters), filters);
  const rows = useWithChosen(list.rows, chosen);
  const { box, shown, onScroll, newAbove, toTop } = useWindow(rows, chosen);
  useNeighbours(rows, chosen);
  if (list.hasMore && !list.isLoadingMore && list.problem === null && shown.to > rows.length - NEAR)
    queueMicrotask(list.loadMore);
  const faces = useFaces(rows, personIn);
  const drawn = rows.slice(shown.from, shown.to);
  return (
    <div className={style.around}>
      {newAbove > 0 && (
        <span className={style.pill}>
          <Button icon={ArrowUp} onPress={toTop}>
            {INBOX.newAbove(newAbove)}
          </Button>
        </span>
      )}
      <div ref={box} className={style.box} onScroll={onScroll}>
        {list.isPending && <Skeleton />}
        {list.problem !== null && <ProblemNote problem={list.problem} onTryAgain={list.refresh} />}
        {!list.isPending && list.problem === null && rows.length === 0 && !list.hasMore && (
          <Nothing isFiltered={Object.keys(filters).length > 0} isSaid={isSaid} />
        )}
        <ul
          className={style.list}
          aria-label={INBOX.conversations}
          style={{
            paddingTop: `${Math.min(shown.from, rows.length) * LINE_REM}rem`,
            paddingBottom: `${Math.max(0, rows.length - shown.to) * LINE_REM}rem`,
          }}
        >
          {drawn.map((row, at) => (
            <ConversationLine
              key={row.id}
              conversation={row}
              face={faces.get(personIn(row).id)}
              isChosen={row.id === chosen}
              place={shown.from + at + 1}
              of={list.hasMore ? -1 : rows.length}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

/** So many lines before its end, more of the list are read. */
const NEAR = 30;

function Nothing({ isFiltered, isSaid }: { isFiltered: boolean; isSaid: boolean }) {
  if (isSaid) return <Empty title={INBOX.onlySaid}>{INBOX.onlySaidText}</Empty>;
  return (
    <Empty title={isFiltered ? INBOX.noMatch : INBOX.none}>
      {isFiltered ? INBOX.noMatchText : INBOX.noneText}
    </Empty>
  );
}
