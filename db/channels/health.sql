/*
 * Writes down what was found of a channel's health, lets senders know the score, and emits that its level changed.
 * `given` has score, average, level, parts (as text) and advice, which may be null.
 */
create or replace function write_channel_health(organization text, channel text, given jsonb) returns void
language plpgsql as $$
declare
  previous text;
  slows boolean;
begin
  select known.level into previous from channel_health as known
  where known.organization_id = organization and known.channel_id = channel for update;
  update channel_health as known set
    score = (given ->> 'score')::real, average = (given ->> 'average')::real, level = given ->> 'level',
    parts = given ->> 'parts', found_at = now()
  where known.organization_id = organization and known.channel_id = channel;
  update channels as known set health_score = round((given ->> 'score')::numeric)
  where known.organization_id = organization and known.id = channel and known.deleted_at is null
    and known.health_score is distinct from round((given ->> 'score')::numeric)
  returning coalesce(known.settings ->> 'slow_down' is not null, false) into slows;
  if slows then
    perform pg_notify('waypost_channel_changed', channel);
  end if;
  if previous is distinct from given ->> 'level' then
    perform emit_events(array[channel_health_event(organization, channel, given, previous)]);
  end if;
end $$;
