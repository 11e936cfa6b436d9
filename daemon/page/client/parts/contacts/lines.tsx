import type { ReactNode } from "react";
import type { List } from "../../api/queries.ts";
import common from "../../style/common.module.css";
import { WORDS } from "../../words.ts";
import { Button } from "../button.tsx";
import { ProblemNote } from "../problem.tsx";
import { Skeleton } from "../skeleton.tsx";

type LinesProps<Row> = { list: List<Row>; empty: string; children: (row: Row) => ReactNode };

/** A short list within a detail, a line each. */
export function Lines<Row>({ list, empty, children }: LinesProps<Row>) {
  if (list.problem !== null) return <ProblemNote problem={list.problem} onTryAgain={list.refresh} />;
  if (list.isPending) return <Skeleton />;
  if (list.rows.length === 0) return <p className={common.quiet}>{empty}</p>;
  return (
    <>
      <ul className={common.lines}>{list.rows.map(children)}</ul>
      {list.hasMore && (
        <Button onPress={list.loadMore} isBusy={list.isLoadingMore}>
          {WORDS.loadMore}
        </Button>
      )}
    </>
  );
}
