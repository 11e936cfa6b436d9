/** The functions of each version that runs, in a schema of their own. */
import type { Sql, Transaction } from "../connection/client.ts";
import { isLockedOut, LOCK_WAIT } from "../connection/lock-wait.ts";
import { type SqlFile, TRIGGERS } from "../functions/files.ts";
import { functionSchemaOf, searchPath } from "../functions/function-schema.ts";
import { MIGRATION_LOCK } from "./migration-lock.ts";
import { runFile } from "./run-file.ts";

/**
 * Makes the schema of these functions, if the database does not have it, and notes that it is used. Returns the names
 * of the files that were applied. Throws when somebody else has made it.
 */
export async function makeFunctionSet(
  transaction: Transaction,
  functions: readonly SqlFile[],
  version: string | undefined,
): Promise<string[]> {
  const schema = functionSchemaOf(functions);
  await transaction`
    insert into function_sets (name, version) values (${schema}, ${version ?? null})
    on conflict (name) do update set used_at = now()`;
  if (await isThere(transaction, schema)) return [];
  await transaction`create schema ${transaction(schema)}`;
  const [own] = await transaction<{ path: string }[]>`select current_setting('search_path') as path`;
  await transaction`select set_config('search_path', ${searchPath(schema, own?.path)}, true)`;
  for (const [name, text] of functions) await runFile(transaction, name, withoutDrops(text));
  return functions.map(([name]) => name);
}

/**
 * Whether the schema is there. Throws when it is neither this role's nor that of the tables: whoever may create schemas
 * could have put functions of their own there, which Waypost would run.
 */
async function isThere(transaction: Transaction, schema: string): Promise<boolean> {
  const [known] = await transaction<{ owner: string; ours: boolean }[]>`
    select nspowner::regrole::text as owner, nspowner in (current_user::regrole,
      (select relowner from pg_class where oid = 'function_sets'::regclass)) as ours
    from pg_namespace where nspname = ${schema}`;
  if (known === undefined || known.ours) return known !== undefined;
  throw new Error(
    `The schema ${schema}, where Waypost has its functions, belongs to the role ${known.owner}, who is not the one that owns the tables. Look at what is in it. If it is a leftover: drop schema ${schema} cascade. If it was restored for you: alter schema ${schema} owner to <the role of DATABASE_URL>. Then start again. Nothing was changed.`,
  );
}

/** What was there before is another version's, in another schema or beside the tables. */
function withoutDrops(text: string): string {
  return text.replace(/^drop .*;$/gm, "");
}

/**
 * Drops the functions of versions that no daemon has run for a week, and those beside the tables once every daemon
 * that runs has its own. Returns the schemas that were dropped.
 */
export async function dropUnusedFunctions(sql: Sql): Promise<string[]> {
  await sql`update function_sets set used_at = now() where name in (select functions from daemons)`;
  const rows = await sql<{ name: string }[]>`
    select name from function_sets where used_at < now() - interval '7 days' order by name`;
  const dropped: string[] = [];
  for (const { name } of rows) if (await dropSet(sql, name)) dropped.push(name);
  await sql`select drop_functions_in_place(${TRIGGERS.map(([name]) => name)}, ${MIGRATION_LOCK})`;
  return dropped;
}

/** False when a program that starts is at the functions, or uses them again, and when somebody reads what is to be kept. */
async function dropSet(sql: Sql, name: string): Promise<boolean> {
  return await sql
    .begin((transaction) => dropOne(transaction, name))
    .catch((cause) => {
      if (isLockedOut(cause)) return false;
      throw cause;
    });
}

async function dropOne(transaction: Transaction, name: string): Promise<boolean> {
  const [lock] = await transaction`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as taken`;
  if (!lock?.taken) return false;
  const gone = await transaction`
    delete from function_sets where name = ${name} and used_at < now() - interval '7 days' returning name`;
  if (gone.length === 0) return false;
  await sendTablesHome(transaction, name);
  await transaction`drop schema if exists ${transaction(name)} cascade`;
  return true;
}

/**
 * Tables don't go with the functions: a version before migration 0069 made partitions here, which hold messages. They
 * are put where the other tables are.
 */
async function sendTablesHome(transaction: Transaction, schema: string): Promise<void> {
  await transaction`select set_config('lock_timeout', ${LOCK_WAIT}, true)`;
  const lost = await transaction<{ name: string; home: string }[]>`
    select lost.oid::regclass::text as name, messages.relnamespace::regnamespace::text as home
    from pg_class as lost join pg_class as messages on messages.oid = 'messages'::regclass
    where lost.relnamespace = to_regnamespace(${schema}) and lost.relkind = 'r'
    order by 1`;
  for (const { name, home } of lost) await transaction.unsafe(`alter table ${name} set schema ${home}`);
}
