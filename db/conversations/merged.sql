-- What each column of a conversation becomes when two of a person are one: tests/contacts/merge-columns.test.ts has them all.

/* How much somebody has to look at a conversation: first those who wait, then what is not closed, or not snoozed. */
create or replace function urgency_of(known conversations) returns integer[]
language sql immutable as $$
  select array[(known.waiting_since is not null)::integer, array_position(array['closed', 'snoozed', 'open'], known.status)]
$$;

/*
 * The conversation that two become, of which the first stays. It is open, or snoozed, as long as one of them is, and the
 * person waits if they did in one of them. What only one of them can have is that of the more urgent one, then of the
 * other. How much was read of it is merge_reads's.
 */
create or replace function merged_conversation(kept conversations, gone conversations) returns conversations
language plpgsql stable as $$
declare
  is_second constant boolean := urgency_of(gone) > urgency_of(kept);
  one conversations := case when is_second then gone else kept end;
  other conversations := case when is_second then kept else gone end;
  later conversations := case
    when gone.last_inbound_at > coalesce(kept.last_inbound_at, '-infinity') then gone else kept end;
  merged conversations := kept;
begin
  merged.status := case
    when 'open' in (kept.status, gone.status) then 'open'
    when 'snoozed' in (kept.status, gone.status) then 'snoozed'
    else 'closed' end;
  -- the first to end; null, of those that end when the person writes, has no time
  merged.snoozed_until := case when merged.status = 'snoozed' then least(kept.snoozed_until, gone.snoozed_until) end;
  merged.assignee_id := coalesce(assignable(one, merged.status), assignable(other, merged.status));
  merged.team_id := coalesce(one.team_id, other.team_id);
  merged.waiting_since := case when merged.status <> 'closed' then least(kept.waiting_since, gone.waiting_since) end;
  -- nothing of what waits was settled by the other
  merged.settled_at := greatest(kept.settled_at, gone.settled_at);
  if merged.settled_at is not null then
    merged.settled_at := least(merged.settled_at, merged.waiting_since - interval '1 millisecond');
  end if;
  if one.waiting_since is null then
    one := case when other.handled_at > coalesce(one.handled_at, '-infinity') then other else one end;
  end if;
  merged.handled_by := one.handled_by;
  merged.handled_at := one.handled_at;
  merged.handed_over_at := one.handed_over_at;
  -- one holds it: Meta's agent, else a user before a bot, else who does for longer
  one := case when holds_before(gone, kept) then gone else kept end;
  if merged.handled_by is not null then
    one.held_by := null;
  end if;
  merged.held_by := one.held_by;
  merged.held_since := case when one.held_by is not null then one.held_since end;
  merged.held_until := case when one.held_by is not null then one.held_until end;
  merged.away_until := greatest(kept.away_until, gone.away_until);
  merged.advertised_at := greatest(kept.advertised_at, gone.advertised_at);
  merged.blocked_at := least(kept.blocked_at, gone.blocked_at);
  merged.archived_at := case when kept.archived_at is not null then gone.archived_at end;
  merged.legal_hold := coalesce(kept.legal_hold, gone.legal_hold);
  merged.free_until := greatest(kept.free_until, gone.free_until);
  merged.user_id := coalesce(later.user_id, kept.user_id, gone.user_id);
  merged.last_inbound_at := greatest(kept.last_inbound_at, gone.last_inbound_at);
  merged.last_inbound_on := greatest(kept.last_inbound_on, gone.last_inbound_on);
  merged.contacted := kept.contacted and gone.contacted;
  merged.inbound_count := kept.inbound_count + gone.inbound_count;
  merged.created_at := least(kept.created_at, gone.created_at);
  merged.updated_at := now();
  merged.changed_at := now();
  return merged;
end $$;

/* Whether who holds the one of two conversations holds both from now on, rather than who holds the other. */
create or replace function holds_before(one conversations, other conversations) returns boolean
language sql stable as $$
  select one.held_until > now() and (
    (other.held_until > now()) is not true
    or (one.held_by not like 'key\_%', one.held_until) > (other.held_by not like 'key\_%', other.held_until)
  )
$$;

/* Whose a conversation is, in one that has this status: who left, or became a viewer, while it was closed does not answer. */
create or replace function assignable(known conversations, status text) returns uuid
language sql stable as $$
  select case when status = 'closed' or is_colleague(known.organization_id, known.assignee_id) then known.assignee_id end
$$;

/* Writes what two conversations become into the one that stays; the other is gone by now. Emits the event if it changed. */
create or replace function write_merged(before conversations, gone conversations) returns void
language plpgsql as $$
declare
  merged conversations := merged_conversation(before, gone);
begin
  delete from conversations where organization_id = gone.organization_id and id = gone.id;
  update conversations set (
    status, snoozed_until, assignee_id, team_id, waiting_since, settled_at, handled_by, handled_at, handed_over_at,
    held_by, held_since, held_until, away_until, advertised_at, blocked_at, archived_at, legal_hold, free_until, user_id, last_inbound_at,
    last_inbound_on, inbound_count, contacted, created_at, updated_at, changed_at
  ) = (
    select merged.status, merged.snoozed_until, merged.assignee_id, merged.team_id, merged.waiting_since,
      merged.settled_at,
      merged.handled_by, merged.handled_at, merged.handed_over_at, merged.held_by, merged.held_since,
      merged.held_until, merged.away_until, merged.advertised_at,
      merged.blocked_at, merged.archived_at, merged.legal_hold, merged.free_until, merged.user_id, merged.last_inbound_at, merged.last_inbound_on, merged.inbound_count,
      merged.contacted, merged.created_at, merged.updated_at, merged.changed_at
  )
  where organization_id = before.organization_id and id = before.id;
  if (before.status, before.assignee_id, before.team_id, before.snoozed_until)
    is distinct from (merged.status, merged.assignee_id, merged.team_id, merged.snoozed_until) then
    perform emit_events(array[conversation_event(merged)]);
  end if;
  if merged.held_by is distinct from before.held_by then
    perform emit_events(array[
      case when merged.held_by is null then released_event(before, 'merged', null) else held_event(merged, 'merged') end
    ]);
  end if;
  perform keep_bots_out(before.organization_id, before.id);
end $$;
