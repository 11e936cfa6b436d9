/** Cursors and COPY: read to the end, left before it, failing on either side. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Sql } from "../../../../db/connection/client.ts";
import { codeOf, type Deed, numbered } from "./deed.ts";

const cursor: Deed = async ({ sql, tag, random }) => {
  const [count, part] = [random.between(0, 30), random.between(1, 12)];
  const read: unknown[] = [];
  const parts = sql`select ${tag}::text as tag, n from generate_series(1, ${count}::int) as n`.cursor(part);
  for await (const rows of parts) read.push(...rows);
  return { seen: read, right: [numbered(tag, count)] };
};

const cursorLeft: Deed = async ({ sql, tag, random }) => {
  const part = random.between(1, 12);
  for await (const rows of sql`select ${tag}::text as tag, n from generate_series(1, 30) as n`.cursor(part))
    return { seen: [...rows], right: [numbered(tag, part)] };
  return { seen: "no rows", right: [] };
};

const cursorFails: Deed = async ({ sql, tag, random }) => {
  const [at, part] = [random.between(1, 30), random.between(1, 12)];
  const reading = sql`
    select ${tag}::text as tag, n / (${at}::int - n) from generate_series(1, 30) as n`.cursor(
    part,
    async () => {
      await Bun.sleep(0);
    },
  );
  return { seen: await reading.then(() => "read", codeOf), right: ["22012"] };
};

const cursorReaderFails: Deed = async ({ sql, tag, random }) => {
  const part = random.between(1, 50);
  const rows = sql`select ${tag}::text as tag, n from generate_series(1, 30) as n`;
  const reading = rows.cursor(part, async () => {
    await Bun.sleep(0);
    throw new Error("reader");
  });
  return { seen: await reading.then(() => "read", codeOf), right: ["reader"] };
};

const copiesIn: Deed = async ({ sql, tag, keeps }) => {
  const seen = await copyInto(sql, [`${tag}\n`]);
  keeps(tag);
  return { seen, right: ["done"] };
};

const copyInFails: Deed = async ({ sql, tag }) => {
  return { seen: await copyInto(sql, [`${tag}\n`, `${tag}\ttoo many\n`]), right: ["22P04"] };
};

const copyInLeft: Deed = async ({ sql, tag }) => {
  const rows = async function* () {
    yield `${tag}\n`;
    await Bun.sleep(0);
    throw new Error("source");
  };
  return { seen: await copyInto(sql, rows()), right: ["source"] };
};

async function copyInto(sql: Sql, rows: Iterable<string> | AsyncIterable<string>): Promise<string> {
  const into = await sql`copy kept (tag) from stdin`.writable();
  return await pipeline(Readable.from(rows), into).then(() => "done", codeOf);
}

const copiesOut: Deed = async ({ sql, tag, random }) => {
  const count = random.pick([0, 5, 5000]);
  const from = await sql`
    copy (select ${sql.unsafe(`'${tag}'`)} from generate_series(1, ${sql.unsafe(String(count))})) to stdout`.readable();
  const text = await new Response(Readable.toWeb(from) as never).text();
  return { seen: text === `${tag}\n`.repeat(count), right: [true] };
};

const copyOutLeft: Deed = async ({ sql }) => {
  const from = await sql`copy (select repeat('x', 500) from generate_series(1, 5000)) to stdout`.readable();
  const first = await from[Symbol.asyncIterator]().next();
  from.destroy();
  return { seen: first.done, right: [false] };
};

export const STREAMS: Record<string, Deed> = {
  ...{ cursor, cursorLeft, cursorFails, cursorReaderFails },
  ...{ copiesIn, copyInFails, copyInLeft, copiesOut, copyOutLeft },
};
