/* How far a message has come. A status may only move to a higher rank; failed and cancelled end it. */
create or replace function status_rank(status text) returns integer
language sql immutable parallel safe as $$
  select case status
    when 'scheduled' then 0
    when 'queued' then 1
    when 'sending' then 2
    when 'sent' then 3
    when 'delivered' then 4
    when 'read' then 5
    when 'played' then 6
    else 10
  end
$$;

drop function if exists may_become(text, text);

/*
 * Whether a message in one status may take another: forward only, cancelled
 * only before sent. A message may have gone out twice, so copies count: `known`
 * is the provider's id of the message, `told` the id that the change names,
 * null if the change is our own.
 * - Our own failed counts only before sent: an earlier copy may be on its way.
 * - The provider's failed counts until delivered, of the copy that is known.
 * - For a failed message, proof of delivery always counts; sent counts unless
 *   it is the failed copy's own, reported late.
 */
create or replace function may_become(current text, next text, known text, told text) returns boolean
language sql immutable parallel safe as $$
  select case
    when next = 'failed' and told is null then status_rank(current) < status_rank('sent')
    when next = 'failed' then status_rank(current) < status_rank('delivered') and coalesce(known = told, true)
    when next = 'cancelled' then status_rank(current) < status_rank('sending')
    when current = 'failed' and next = 'sent' then known is null or known <> told
    when current = 'failed' then status_rank(next) between status_rank('delivered') and status_rank('played')
    else status_rank(current) < status_rank(next)
  end
$$;

/* One entry of a message's status history. */
create or replace function history_entry(status text, at timestamptz) returns jsonb
language sql stable parallel safe as $$
  select jsonb_build_array(jsonb_build_object('status', status, 'at', iso_time(at)))
$$;

/* The history of a failed message that turned out to have been sent: its last entry keeps why it was failed. */
create or replace function history_with_error(history jsonb, error text) returns jsonb
language plpgsql stable as $$
begin
  return jsonb_set(history, '{-1,error}', error::jsonb);
exception
  -- jsonb cannot hold every text
  when data_exception then return history;
end $$;
