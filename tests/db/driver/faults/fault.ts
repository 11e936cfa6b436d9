/** What the driver gets wrong without our patch of it; scripts/patches/README.md has the reasons. */
import type postgres from "postgres";

/** Opens a pool of one connection, or of a few. */
export type Open = (options?: postgres.Options<Record<string, never>>) => postgres.Sql;

export type Fault = {
  /** The fault, as a sentence. */
  what: string;
  right: unknown;
  /** What it came to: `right`, when the driver is. */
  seen(open: Open): Promise<unknown>;
};

/** What became of a statement: its rows, or the code of its error. */
export async function outcome(statement: Promise<Iterable<unknown>>): Promise<unknown> {
  return await statement.then(
    (rows) => [...rows],
    (error) => error.code ?? error.name,
  );
}
