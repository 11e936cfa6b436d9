import type { Queryable } from "../connection/client.ts";

/**
 * The attempts of a message that still waits: how often, why it failed last and when it is tried again. It is read from
 * the lane and the attempts, so that nothing is written to a message for each of them. Lateral with a limit:
 * looked up of each row that is shown, whatever the statistics say.
 */
export function attemptsOf(sql: Queryable) {
  return sql`left join lateral (
    select item.attempt as attempts, item.held_reason,
      case when item.state <> 'sending' and item.attempt > 0 then item.due_at end as next_attempt_at,
      case when item.held_reason is not null then item.due_at end as held_until, (
      select past.error from message_attempts as past
      where past.organization_id = message.organization_id and past.message_id = message.id
        and past.error is not null
      order by past.attempt desc limit 1
    ) as error
    from lane_items as item
    where message.status in ('queued', 'scheduled') and item.organization_id = message.organization_id
      and item.item_id = message.id::text and (item.attempt > 0 or item.held_reason is not null)
    limit 1
  ) as tried on true`;
}

/** One call that sent a message, or tried to. */
export type AttemptRow = {
  attempt: number;
  started_at: Date;
  finished_at: Date | null;
  /** sent, retry, failed or unknown; null while the call is out. */
  outcome: string | null;
  /** JSON text. */
  error: string | null;
};

/** Each attempt to send a message, in order; the one that is out is known from the lane alone. */
export async function listAttempts(
  sql: Queryable,
  organizationId: string,
  messageId: string,
): Promise<AttemptRow[]> {
  return await sql<AttemptRow[]>`
    select attempt, started_at, finished_at, outcome, error from message_attempts
    where organization_id = ${organizationId} and message_id = ${messageId}
    union all
    select item.attempt, item.started_at, null, null, null from lane_items as item
    where item.organization_id = ${organizationId} and item.item_id = ${messageId} and item.state = 'sending'
      and not exists (
        select from message_attempts as known
        where known.organization_id = ${organizationId} and known.message_id = ${messageId}
          and known.attempt = item.attempt
      )
    order by attempt`;
}

/** The columns of `attemptsOf`; named after `message.*`, they take the place of the message's own. */
export function attemptColumns(sql: Queryable) {
  return sql`coalesce(tried.attempts, message.attempts) as attempts, coalesce(message.error, tried.error) as error,
    tried.next_attempt_at, tried.held_reason, tried.held_until`;
}
