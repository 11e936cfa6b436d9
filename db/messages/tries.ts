import type { Queryable } from "../connection/client.ts";

/**
 * What was tried of a message that still waits: how often, why it failed last
 * and when it is tried again. It is read from the lane and the attempts, so
 * that nothing is written to a message for each of them. Lateral with a limit:
 * looked up of each row that is shown, whatever the statistics say.
 */
export function triesOf(sql: Queryable) {
  return sql`left join lateral (
    select item.attempt as attempts, case when item.state <> 'sending' then item.due_at end as next_attempt_at, (
      select tried.error from message_attempts as tried
      where tried.organization_id = message.organization_id and tried.message_id = message.id
        and tried.error is not null
      order by tried.attempt desc limit 1
    ) as error
    from lane_items as item
    where message.status in ('queued', 'scheduled') and item.organization_id = message.organization_id
      and item.item_id = message.id::text and item.attempt > 0
    limit 1
  ) as tries on true`;
}

/** The columns that `triesOf` tells of; named after `message.*`, they take the place of the message's own. */
export function triedColumns(sql: Queryable) {
  return sql`coalesce(tries.attempts, message.attempts) as attempts, coalesce(message.error, tries.error) as error,
    tries.next_attempt_at`;
}
