/** What a COPY of the driver leaves behind. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Fault, outcome } from "./fault.ts";

export const COPIES: Fault[] = [
  {
    what: "a COPY that fails at its end never says so, and is done once the next statement is",
    right: ["22P02", [{ answer: 42 }]],
    async seen(open) {
      const sql = open();
      await sql.unsafe("create temporary table copied (n int)");
      const into = await sql`copy copied from stdin`.writable();
      const failed = pipeline(Readable.from(["1\nx\n"]), into).then(
        () => "done",
        (error) => error.code,
      );
      const next = outcome(sql`select 42 as answer`);
      return await Promise.all([failed, next]);
    },
  },
  {
    what: "a COPY that is not read to its end stops its connection",
    right: [{ answer: 42 }],
    async seen(open) {
      const sql = open();
      const rows =
        await sql`copy (select repeat('x', 1000) from generate_series(1, 20000)) to stdout`.readable();
      await rows[Symbol.asyncIterator]().next();
      rows.destroy();
      return await outcome(sql`select 42 as answer`);
    },
  },
  {
    what: "a statement that is sent behind a COPY is taken for its data",
    right: ["done", [{ answer: 42 }], [{ copied: 2 }]],
    async seen(open) {
      const sql = open();
      await sql.unsafe("create temporary table copied (n int)");
      const opening = sql`copy copied from stdin`.writable();
      await Bun.sleep(0);
      const next = outcome(sql`select 42 as answer`);
      const done = (async () => {
        await pipeline(Readable.from(["1\n2\n"]), await opening);
        return "done";
      })().catch((error) => error.code);
      return [await done, await next, await outcome(sql`select count(*)::int as copied from copied`)];
    },
  },
];
