import type { Queryable } from "../connection/client.ts";

/** A login is counted against these; `free` failures cost nothing, later ones double up to `longestSeconds`. */
export type Subject = { name: string; free: number; longestSeconds: number };

/** Seconds until another attempt is allowed for all of these subjects; 0 means now. */
export async function secondsBlocked(sql: Queryable, subjects: readonly Subject[]): Promise<number> {
  const names = subjects.map(({ name }) => name);
  const [row] = await sql<{ seconds: number }[]>`
    select coalesce(ceil(max(extract(epoch from blocked_until - now()))), 0)::int as seconds
    from login_failures where subject = any (${names})`;
  return Math.max(0, row?.seconds ?? 0);
}

/** Counts a failure; after a quarter of an hour without one the count starts over. */
export async function countFailure(sql: Queryable, subjects: readonly Subject[]): Promise<void> {
  for (const { name, free, longestSeconds } of [...subjects].sort((one, other) =>
    one.name < other.name ? -1 : 1,
  )) {
    await sql`
      insert into login_failures as known (subject, failures, blocked_until, failed_at)
      values (${name}, 1, now(), now())
      on conflict (subject) do update set
        failures = case when known.failed_at < now() - interval '15 minutes' then 1 else known.failures + 1 end,
        failed_at = now(),
        blocked_until = case
          when known.failed_at < now() - interval '15 minutes' or known.failures < ${free} then now()
          else now() + make_interval(secs => least(${longestSeconds}, 2 ^ least(20, known.failures - ${free})))
        end`;
  }
}

export async function forgetFailures(sql: Queryable, names: readonly string[]): Promise<void> {
  await sql`delete from login_failures where subject = any (${names as string[]})`;
}
