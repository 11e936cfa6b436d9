/** Statements of a pool: some succeed, and the others fail in every way and at every moment. */
import { eventually } from "../../../support/until.ts";
import { CIRCULAR, codeOf, type Deed, numbered, outcome } from "./deed.ts";

const rows: Deed = async ({ sql, tag, random }) => {
  const count = random.pick([0, 1, 3, 400]);
  const seen = await outcome(sql`select ${tag}::text as tag, n from generate_series(1, ${count}::int) as n`);
  return { seen, right: [numbered(tag, count)] };
};

const withoutParameters: Deed = async ({ sql }) => {
  return {
    seen: await outcome(sql`select n from generate_series(1, 3) as n`),
    right: [[1, 2, 3].map((n) => ({ n }))],
  };
};

const values: Deed = async ({ sql, tag, random }) => {
  const row = { tag, yes: random.chance(0.5), json: { of: tag } };
  const seen = await outcome(
    sql`select ${tag}::text as tag, ${row.yes}::boolean as yes, ${sql.json(row.json)}::jsonb as json`,
  );
  return { seen, right: [[row]] };
};

const failsAmongRows: Deed = async ({ sql, tag, random }) => {
  const at = random.between(1, 900);
  const seen = await outcome(
    sql`select ${tag}::text as tag, n / (${at}::int - n) as n from generate_series(1, 1000) as n`,
  );
  return { seen, right: ["22012"] };
};

const failsToParse: Deed = async ({ sql, tag }) => {
  return { seen: await outcome(sql`select ${tag}::text as tag from no_table`), right: ["42P01"] };
};

const failsToBind: Deed = async ({ sql, tag }) => {
  return { seen: await outcome(sql`select ${tag}::text::int as n`), right: ["22P02"] };
};

const refusedHere: Deed = async ({ sql, tag }) => {
  const seen = await outcome(sql`select ${tag}::text as tag, ${CIRCULAR as never}::jsonb as json`);
  return { seen: String(seen).includes("cyclic") ? "refused" : seen, right: ["refused"] };
};

const cancelledFromOutside: Deed = async ({ sql, watching, tag }) => {
  const slow = outcome(sql`
    select ${tag}::text as tag, n, pg_sleep(case when n = 300 then 60 else 0 end) from generate_series(1, 500) as n
    where ${tag} in (${tag}, ${sql.unsafe(`'${tag}'`)})`);
  const cancelled = eventually("sleeping statement", async () => {
    const found = await watching`
      select pg_cancel_backend(pid) from pg_stat_activity
      where wait_event = 'PgSleep' and pid <> pg_backend_pid() and strpos(query, ${`'${tag}'`}) > 0`;
    return found.length > 0;
  });
  return { seen: (await Promise.all([slow, cancelled]))[0], right: ["57014"] };
};

const timesOut: Deed = async ({ sql, tag }) => {
  const seen = await outcome(
    sql.unsafe(`
      set local statement_timeout = 20;
      select '${tag}' as tag, pg_sleep(case when n = 300 then 60 else 0 end) from generate_series(1, 500) as n`),
  );
  return { seen, right: ["57014"] };
};

const severalAtOnce: Deed = async ({ sql, tag }) => {
  const [first, second] = await sql.unsafe(
    `select '${tag}' as tag; select n from generate_series(1, 2) as n`,
  );
  return { seen: [[...(first ?? [])], [...(second ?? [])]], right: [[[{ tag }], [{ n: 1 }, { n: 2 }]]] };
};

const secondOfSeveralFails: Deed = async ({ sql, tag }) => {
  return { seen: await outcome(sql.unsafe(`select '${tag}' as tag; select 1 / 0`)), right: ["22012"] };
};

const readerFails: Deed = async ({ sql, tag }) => {
  const read = sql`select ${tag}::text as tag, n from generate_series(1, 50) as n`.forEach(() => {
    throw new Error("reader");
  });
  return { seen: await read.then(() => "read", codeOf), right: ["reader"] };
};

const forgetsPrepared: Deed = async ({ sql }) => {
  return { seen: await outcome(sql.unsafe("deallocate all")), right: [[]] };
};

const changesResults: Deed = async ({ sql }) => {
  await sql.unsafe(
    "alter table changing drop column if exists extra; alter table changing add column extra int",
  );
  const seen = await sql<{ id: number }[]>`select * from changing where id = ${1}`.then(
    ([row]) => row?.id,
    codeOf,
  );
  return { seen, right: [1] };
};

export const STATEMENTS: Record<string, Deed> = {
  ...{ rows, withoutParameters, values, failsAmongRows, failsToParse, failsToBind, refusedHere },
  ...{ cancelledFromOutside, timesOut, severalAtOnce, secondOfSeveralFails },
  ...{ readerFails, forgetsPrepared, changesResults },
};
