/** A fault of the driver without our patch of it; scripts/patches/README.md has the reasons. */
import type postgres from "postgres";

/** Opens a pool of one connection, or of a few. */
export type Open = (options?: postgres.Options<Record<string, never>>) => postgres.Sql;

export type Fault = {
  /** The fault, as a sentence. */
  what: string;
  right: unknown;
  /** The result: `right`, when the driver is. */
  seen(open: Open): Promise<unknown>;
};

/** The outcome of a statement: its rows, or the code of its error. */
export async function outcome(statement: Promise<Iterable<unknown>>): Promise<unknown> {
  return await statement.then(
    (rows) => [...rows],
    (error) => error.code ?? error.name,
  );
}
