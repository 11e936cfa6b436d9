import type { Queryable } from "../connection/client.ts";

/** A counter of attempts; `free` of them cost nothing, later ones double the wait up to `longestSeconds`. */
export type Subject = { name: string; free: number; longestSeconds: number };

/** Of those of these subjects that were counted within a quarter of an hour: the seconds until another attempt is allowed. */
export async function secondsBlocked(
  sql: Queryable,
  subjects: readonly Subject[],
): Promise<Map<string, number>> {
  const names = subjects.map(({ name }) => name);
  const rows = await sql<{ subject: string; seconds: number }[]>`
    select subject, greatest(0, ceil(extract(epoch from blocked_until - now())))::int as seconds
    from login_failures
    where subject = any (${names}) and (blocked_until > now() or failed_at > now() - interval '15 minutes')`;
  return new Map(rows.map((row) => [row.subject, row.seconds]));
}

/** Counts an attempt; after a quarter of an hour without one the count starts over. */
export async function countAttempt(sql: Queryable, subjects: readonly Subject[]): Promise<void> {
  for (const subject of [...subjects].sort((one, other) => (one.name < other.name ? -1 : 1)))
    await count(sql, subject, sql``);
}

/**
 * Counts an attempt before it is made, so that of those that come at once none is overlooked; false, and not counted,
 * while none is allowed.
 */
export async function takeAttempt(sql: Queryable, subject: Subject): Promise<boolean> {
  // the statement may have begun before the one that it has waited for
  const rows = await count(sql, subject, sql`where known.blocked_until <= clock_timestamp()`);
  return rows.length > 0;
}

function count(sql: Queryable, { name, free, longestSeconds }: Subject, condition: ReturnType<Queryable>) {
  return sql`
      insert into login_failures as known (subject, failures, blocked_until, failed_at)
      values (${name}, 1, now(), now())
      on conflict (subject) do update set
        failures = case when known.failed_at < now() - interval '15 minutes' then 1 else known.failures + 1 end,
        failed_at = now(),
        blocked_until = case
          when known.failed_at < now() - interval '15 minutes' or known.failures < ${free} then now()
          else now() + make_interval(secs => least(${longestSeconds}, 2 ^ least(20, known.failures - ${free})))
        end
      ${condition}
      returning subject`;
}

export async function forgetAttempts(sql: Queryable, subjects: readonly Subject[]): Promise<void> {
  await sql`delete from login_failures where subject = any (${subjects.map(({ name }) => name)})`;
}
