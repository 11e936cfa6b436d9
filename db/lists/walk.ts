/**
 * Lists that are searched from the newest row back, so many rows at a time. The time of a page is bounded by the number
 * of rows that were read, not by the number found: a page of rare rows has fewer than requested, or none, and a cursor
 * to continue from.
 */

/** A list as it is looked through. A place is the id of a row; ids are ordered by time. */
export type WalkedList<Row> = {
  /** The last of so many places after `from` (null: from the newest on); null when there are fewer. */
  edge(from: string | null, places: number): Promise<string | null>;
  /** The first wanted rows after `from`, as far as the place `to` and with it (null: to the end). */
  read(from: string | null, to: string | null, limit: number): Promise<Row[]>;
};

/** Rows of a list as far as it was looked through. */
export type Walked<Row> = {
  rows: Row[];
  /** When there are fewer than requested: the place to continue from; null at the end of the list. */
  end: string | null;
};

/** Rows that most pages need, and the most that a later look reads. */
const FIRST_LOOK = 200;
const LATER_LOOK = 1000;
/** How long to look for a full page before returning what was found. */
const PAGE_MS = 10;

/** Keeps reading until there are `limit` rows, the list has ended or time is up, but for a first look in any case. */
export async function walk<Row>(
  list: WalkedList<Row>,
  from: string | null,
  limit: number,
  firstLook = FIRST_LOOK,
): Promise<Walked<Row>> {
  const startedAt = performance.now();
  const rows: Row[] = [];
  let place = from;
  let looked = 0;
  let next = firstLook;
  do {
    // before the rows: what is written meanwhile can't move the edge behind rows that were read
    const edge = await list.edge(place, next);
    rows.push(...(await list.read(place, edge, limit - rows.length)));
    place = edge;
    looked += next;
    next = nextLook(looked, performance.now() - startedAt);
  } while (place !== null && rows.length < limit && next > 0);
  return { rows, end: place };
}

/** As many places as there is time for, going by those that were looked at so far; 0 when it is over. */
function nextLook(looked: number, elapsedMs: number): number {
  const leftMs = PAGE_MS - elapsedMs;
  if (leftMs <= 0) return 0;
  return Math.min(LATER_LOOK, Math.ceil((looked * leftMs) / elapsedMs));
}
