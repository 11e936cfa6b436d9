/** An action of the driver's fuzz on a pool, and its expected outcome. */
import type { Sql } from "../../../../db/connection/client.ts";
import type { Random } from "../../../../scripts/lab/proof/world/random.ts";

export type World = {
  /** The pool that is tried. */
  sql: Sql;
  /** Another one, which nothing disturbs. */
  watching: Sql;
  random: Random;
  /** In every row and text of this deed, and of no other. */
  tag: string;
  /** Notes rows of the table `kept` that have to be there at the end, by their tag. */
  keeps(tag: string): void;
};

/** Does it, and returns what was seen and all that may be. */
export type Deed = (world: World) => Promise<{ seen: unknown; right: unknown[] }>;

/** The outcome of a statement: its rows, or the code of its error. */
export async function outcome(statement: Promise<Iterable<unknown>>): Promise<unknown> {
  return await statement.then((rows) => [...rows], codeOf);
}

export function codeOf(error: { code?: string; message: string }): string {
  return error.code ?? error.message;
}

/** Rows with the numbers from 1 on. */
export function numbered(tag: string, count: number): { tag: string; n: number }[] {
  return Array.from({ length: count }, (_, index) => ({ tag, n: index + 1 }));
}

export const CIRCULAR: Record<string, unknown> = {};
CIRCULAR.itself = CIRCULAR;
