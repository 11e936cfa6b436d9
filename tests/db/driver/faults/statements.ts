/** Faults of statements after one that failed, was refused or was cancelled. */
import { type Fault, outcome } from "./fault.ts";

const circular: Record<string, unknown> = {};
circular.itself = circular;

export const FAILED: Fault[] = [
  {
    what: "rows that came before an error are holes in the next answer",
    right: ["22012", [{ answer: 42 }]],
    async seen(open) {
      const sql = open();
      const failed = await outcome(sql`select 10 / (5 - g) from generate_series(1, 10) as g`);
      return [failed, await outcome(sql`select 42 as answer`)];
    },
  },
  {
    what: "parameters of a statement that is prepared again are written as text of text",
    right: [[{ yes: true, json: { a: 1 } }], [{ yes: true, json: { a: 1 } }]],
    async seen(open) {
      const sql = open();
      const ask = () => outcome(sql`select ${true}::boolean as yes, ${sql.json({ a: 1 })}::jsonb as json`);
      const before = await ask();
      await sql.unsafe("deallocate all");
      return [before, await ask()];
    },
  },
];

export const UNSENT: Fault[] = [
  {
    what: "a statement whose parameter can't be written fails its neighbour, and takes the answer after it",
    right: [[{ who: "first" }], "TypeError", [{ who: "third" }]],
    async seen(open) {
      const sql = open();
      const write = (value: unknown) => outcome(sql`select ${value as never}::jsonb as json`);
      await write({});
      const first = outcome(sql`select 'first' as who from pg_sleep(0.2)`);
      const refused = write(circular);
      return await Promise.all([first, refused, outcome(sql`select 'third' as who`)]);
    },
  },
];
