/** Whether a program and a database fit together, where the other daemons that run are of other versions. */

import type { Queryable, Sql } from "../connection/client.ts";
import type { SqlFile } from "../functions/files.ts";
import { SPANS } from "../functions/limits.ts";

/** The program is too old or too new for the database; nothing was changed. */
export class UnfitError extends Error {}

/** The number of the oldest migration that a program has to know, to run after this one; null where any will do. */
export function needsOf(text: string): string | null {
  return /^-- needs: (\d{4})\b/m.exec(text)?.[1] ?? null;
}

/** Throws `UnfitError` when a migration that this program does not know changed what it relies on. */
export async function refuseIfTooOld(sql: Sql, newest: string, version = "This program"): Promise<void> {
  const [row] = await sql<{ name: string; needs: string }[]>`
    select name, needs from schema_migrations where needs > ${numberOf(newest)} order by needs desc limit 1`;
  if (row === undefined) return;
  throw new UnfitError(
    `${version} is too old for this database: ${row.name} has changed what versions without migration ${row.needs} rely on, and the newest that this one knows is ${newest}. Start the version that the other daemons have. Nothing was changed.`,
  );
}

/** Throws `UnfitError` when a migration that is to be applied would change what a daemon that runs relies on. */
export async function refuseIfTooNew(
  sql: Queryable,
  pending: readonly SqlFile[],
  version = "This program",
): Promise<void> {
  const contracting = mostDemandingOf(pending);
  if (contracting === null) return;
  const [known] = await sql<{ daemons: boolean }[]>`select to_regclass('daemons') is not null as daemons`;
  if (!known?.daemons) return;
  const [daemon] = await sql<{ id: string; version: string | null }[]>`
    select id, version from daemons
    where heartbeat_at > now() - make_interval(secs => ${SPANS.daemon_silence}) and coalesce(newest_migration, '') < ${contracting.needs}
    order by newest_migration nulls first limit 1`;
  if (daemon === undefined) return;
  const running = daemon.version === null ? daemon.id : `${daemon.id} (${daemon.version})`;
  throw new UnfitError(
    `${version} is too new for the daemons that run: ${contracting.name} changes what ${running} relies on. Stop it, or upgrade it first to a version that knows migration ${contracting.needs}. Nothing was changed.`,
  );
}

/** The migration that needs the newest of programs; null where none needs anything. */
function mostDemandingOf(migrations: readonly SqlFile[]): { name: string; needs: string } | null {
  const contracting = migrations.flatMap(([name, text]) => {
    const needs = needsOf(text);
    return needs === null ? [] : [{ name, needs }];
  });
  return contracting.toSorted((one, other) => other.needs.localeCompare(one.needs))[0] ?? null;
}

function numberOf(name: string): string {
  return name.slice(0, 4);
}
