import { SQL } from "bun";
import { failure, usageFailure } from "../../../lib/failures/failure.ts";
import type { SessionStore } from "./found.ts";
import { LAYOUTS } from "./layouts.ts";

const CONNECT_SECONDS = 10;

/** What there is beside a database. */
export type Beside = {
  /** The folder with the files of the program. */
  files?: string | undefined;
  changedAt?: Date;
};

/** Finds out how sessions stand in a database, which is closed with the store. Throws a failure where there are none. */
export async function openDatabase(sql: SQL, beside: Beside): Promise<SessionStore> {
  const { files, changedAt = null } = beside;
  const close = () => sql.close();
  for (const layout of LAYOUTS) {
    const isThere = await sql`select 1 from ${sql(layout.table)} limit 1`.then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    const names = await layout.names(sql);
    const read = async (name: string) => ({ ...(await layout.read(sql, name, files)), changedAt });
    if (names.length > 0) return { kind: layout.kind, names, read, close };
  }
  await close();
  throw failure("this database holds no session that is known here", {
    hint: `Sessions are looked for in the tables ${LAYOUTS.map(({ table }) => table).join(", ")}`,
  });
}

/** Opens the sessions in a database by its URL. */
export async function openByUrl(from: string, files: string | undefined): Promise<SessionStore> {
  return await openDatabase(await connectTo(from), { files });
}

/**
 * Connects to a database of Postgres or MySQL by its URL, in which Prisma's `schema` may be named. Throws a failure that
 * shows no password.
 */
export async function connectTo(from: string): Promise<SQL> {
  const url = parsed(from);
  const schema = url.searchParams.get("schema");
  url.searchParams.delete("schema");
  const connection = schema === null ? {} : { connection: { search_path: schema } };
  const sql = new SQL(url.href, { max: 1, connectionTimeout: CONNECT_SECONDS, ...connection });
  await sql`select 1`.catch(async (cause: unknown) => {
    await sql.close();
    const why = cause instanceof Error ? cause.message : "no answer";
    throw failure(`the database at ${url.host} can't be read: ${why}`, { cause });
  });
  return sql;
}

function parsed(from: string): URL {
  if (URL.canParse(from)) return new URL(from);
  throw usageFailure(
    "--from: this is no URL of a database",
    "Such as postgres://user:password@host:5432/name",
  );
}
