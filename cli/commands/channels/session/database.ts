import { SQL } from "bun";
import { openDatabase } from "../../../../daemon/channels/session-move/stores/database.ts";
import type { SessionStore } from "../../../../daemon/channels/session-move/stores/found.ts";
import { failure, usageFailure } from "../../../lib/failures/failure.ts";
import { filesIn } from "./folder.ts";

const CONNECT_SECONDS = 10;

/** Opens the sessions in a database by its URL. */
export async function openByUrl(from: string, files: string | undefined): Promise<SessionStore> {
  return await openDatabase(await connectTo(from), { filesOf: filesIn(files) });
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
