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

/* Whether a message in one status may take another: forward only, failed only before delivered, cancelled only before sent. */
create or replace function may_become(current text, next text) returns boolean
language sql immutable parallel safe as $$
  select case next
    when 'failed' then status_rank(current) < status_rank('delivered')
    when 'cancelled' then status_rank(current) < status_rank('sending')
    else status_rank(current) < status_rank(next)
  end
$$;

/* One entry of a message's status history. */
create or replace function history_entry(status text, at timestamptz) returns jsonb
language sql stable parallel safe as $$
  select jsonb_build_array(jsonb_build_object('status', status, 'at', iso_time(at)))
$$;
