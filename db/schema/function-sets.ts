/** The functions of each version that runs, in a schema of their own. */
import type { Sql, Transaction } from "../connection/client.ts";
import type { SqlFile } from "../functions/files.ts";
import { functionSchemaOf, searchPath } from "../functions/function-schema.ts";
import { TRIGGERS } from "../functions/triggers.ts";
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
  for (const [name, text] of functions) await runFile(transaction, name, text);
  return functions.map(([name]) => name);
}

/**
 * Whether the schema is there. Throws when it is neither this role's nor that of the tables: anybody who may create schemas
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

/**
 * Drops the functions of versions that no daemon has run for a week, and those beside the tables once every daemon
 * that runs has its own. Returns the schemas that were dropped.
 */
export async function dropUnusedFunctions(sql: Sql): Promise<string[]> {
  await sql`update function_sets set used_at = now() where name in (select functions from daemons)`;
  const rows = await sql<{ name: string }[]>`
    select name from function_sets where used_at < now() - interval '7 days' order by name`;
  const dropped: string[] = [];
  for (const { name } of rows)
    if (await sql.begin((transaction) => dropSet(transaction, name))) dropped.push(name);
  await sql.begin(dropInPlaceIfUnused);
  return dropped;
}

/**
 * A daemon behind a pooler calls the functions beside the tables. Once none of them runs, these go: they would be taken
 * for another version's wherever their parameters fit better.
 */
async function dropInPlaceIfUnused(transaction: Transaction): Promise<void> {
  if ((await transaction`select from daemons where functions is null`).length > 0) return;
  if (!(await tryMigrationLock(transaction))) return;
  const triggers = TRIGGERS.map(([name]) => name);
  await transaction`delete from schema_functions where name <> all (${triggers})`;
  await dropInPlace(transaction);
}

/** Drops the functions beside the tables that versions have in sets of their own, too; those of triggers are in none. */
export async function dropInPlace(transaction: Transaction): Promise<void> {
  const found = await transaction<{ name: string }[]>`
    select known.oid::regprocedure::text as name from pg_proc as known
    where known.pronamespace = (select relnamespace from pg_class where oid = 'schema_functions'::regclass)
      and exists (select from pg_proc as own join function_sets as known_set
        on own.pronamespace = to_regnamespace(known_set.name) where own.proname = known.proname)
      -- an extension's, or used by a table of somebody else's
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = known.oid and deptype = 'e')
      and not exists (select from pg_depend where refclassid = 'pg_proc'::regclass and refobjid = known.oid)`;
  if (found.length > 0) await transaction.unsafe(`drop function ${found.map(({ name }) => name).join(", ")}`);
}

async function tryMigrationLock(transaction: Transaction): Promise<boolean> {
  const [lock] = await transaction`select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as taken`;
  return lock?.taken === true;
}

/** False when a program that starts is at the functions, or uses them again. */
async function dropSet(transaction: Transaction, name: string): Promise<boolean> {
  if (!(await tryMigrationLock(transaction))) return false;
  const gone = await transaction`
    delete from function_sets where name = ${name} and used_at < now() - interval '7 days' returning name`;
  if (gone.length === 0) return false;
  await transaction`drop schema if exists ${transaction(name)} cascade`;
  return true;
}
