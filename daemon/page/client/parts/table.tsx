import { type ReactNode, useRef } from "react";
import { Link, useSearch } from "wouter";
import type { List } from "../api/queries.ts";
import { seenOr } from "../api/unseen.ts";
import { WORDS } from "../words.ts";
import { Button } from "./button.tsx";
import { useKeys } from "./keys.ts";
import { ProblemNote } from "./problem.tsx";
import { Skeleton } from "./skeleton.tsx";
import style from "./table.module.css";

export type Column<Row> = {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  isNumber?: boolean;
  /** Left out where the screen is narrow, or a detail stands beside the list. */
  isExtra?: boolean;
  /** Days and phone numbers are not broken into lines. */
  isWhole?: boolean;
};

type TableProps<Row> = {
  /** What the list is of, for screen readers. */
  label: string;
  list: Pick<List<Row>, "rows" | "isPending" | "problem"> & Partial<List<Row>>;
  /** The first one names the row, and is its link. */
  columns: readonly Column<Row>[];
  idOf: (row: Row) => string;
  /** Where a row leads; the filters of the list go along. */
  hrefOf?: (row: Row) => string;
  /** The id of the row whose detail is shown. */
  chosen?: string | undefined;
  /** Stands in place of a list without rows. */
  empty: ReactNode;
};

/** A list of the API. `j` and `k` go down and up, Enter opens. */
export function Table<Row>({ label, list, columns, idOf, hrefOf, chosen, empty }: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const search = useSearch();
  useKeys([
    { keys: "j", does: WORDS.keyDown, run: () => moveFocus(body.current, 1) },
    { keys: "k", does: WORDS.keyUp, run: () => moveFocus(body.current, -1) },
  ]);
  if (list.problem !== null && list.rows.length === 0)
    return <ProblemNote problem={list.problem} {...(list.refresh ? { onTryAgain: list.refresh } : {})} />;
  if (list.isPending) return <Skeleton />;
  if (list.rows.length === 0) return empty;
  const withSearch = (href: string) => (search === "" ? href : `${href}?${search}`);
  return (
    <>
      <table className={style.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {list.rows.map((row) => (
            <tr key={idOf(row)} className={idOf(row) === chosen ? style.chosen : undefined}>
              {columns.map((column, at) => (
                <td key={column.name} className={classOf(column)}>
                  {at === 0 && hrefOf ? (
                    <Link
                      href={withSearch(hrefOf(row))}
                      className={style.link}
                      aria-current={idOf(row) === chosen ? "true" : undefined}
                    >
                      {seenOr(column.cell(row), idOf(row))}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ProblemNote problem={list.problem} />
      {list.hasMore === true && (
        <div className={style.more}>
          <Button onPress={list.loadMore} isBusy={list.isLoadingMore === true}>
            {WORDS.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}

function classOf({ isNumber = false, isExtra = false, isWhole = false }: Column<never>): string {
  return `${isNumber ? style.number : ""} ${isExtra ? style.extra : ""} ${isWhole ? style.whole : ""}`;
}

/** Focuses the link of the next row, or of the one before; the first one when none has the focus. */
function moveFocus(body: HTMLTableSectionElement | null, by: number): void {
  const links = [...(body?.querySelectorAll<HTMLElement>("td:first-child a") ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}
