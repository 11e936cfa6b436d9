import type { Queryable, Sql } from "../connection/client.ts";

/** A number (digits) that a channel asks about. */
export type NumberCheck = { organization_id: string; channel_id: string; phone: string };

/** Numbers that wait for a channel's questions at most; what is more is asked about when it is written to. */
const MOST_WAITING = 10_000;

/** Has a channel ask about numbers (digits) that it knows nothing sure of; see want_web_checks. */
export async function wantNumberChecks(
  sql: Queryable,
  organizationId: string,
  channelId: string,
  phones: readonly string[],
): Promise<void> {
  await sql`
    select want_web_checks(${organizationId}, ${channelId}, ${phones as string[]}, ${MOST_WAITING})`;
}

/** The next number for each of these channels of a daemon's, which may be asked about now and is counted; see take_web_checks. */
export async function takeNumberChecks(
  sql: Sql,
  daemonId: string,
  channelIds: readonly string[],
  { gapMs, usual }: { gapMs: number; usual: number },
): Promise<NumberCheck[]> {
  return await sql<NumberCheck[]>`
    select organization_id, channel_id, phone
    from take_web_checks(${daemonId}, ${channelIds as string[]}, make_interval(secs => ${gapMs / 1000}), ${usual})`;
}
