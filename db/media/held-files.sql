-- Uploaded files that are needed: they stay for as long as a message waits with one, or a quick reply has one.

/*
 * Keeps the files that a batch of messages names from being withdrawn until the transaction ends; from then on their
 * lane items do. Returns the rows that name one which is not there any more, as refusals_of does. Files are locked in
 * key order, so that two batches never wait for each other.
 */
create or replace function hold_files(inputs accept_input[])
returns table (n integer, outcome text, response text)
language plpgsql as $$
#variable_conflict use_column
declare
  held json;
begin
  if not exists (select from unnest(inputs) as input where input.media_ids is not null) then
    return;
  end if;
  select json_agg(json_build_object('organization_id', locked.organization_id, 'id', locked.id)) into held
  from (
    select file.organization_id, file.id
    from (
      select distinct input.organization_id, named.id
      from unnest(inputs) as input cross join lateral unnest(input.media_ids) as named (id)
    ) as wanted
    join media as file on file.organization_id = wanted.organization_id and file.id = wanted.id
    where file.direction = 'outbound' and file.status = 'stored'
    order by file.organization_id, file.id
    for key share of file
  ) as locked;

  return query
    select input.n, 'media_not_found'::text, null::text
    from unnest(inputs) as input
    where exists (
      select from unnest(input.media_ids) as named (id)
      where not exists (
        select from json_to_recordset(held) as there (organization_id text, id text)
        where there.organization_id = input.organization_id and there.id = named.id
      )
    ) and not is_claimed(input.organization_id, input.idempotency_key);
end $$;

/* Whether a conversation under a legal hold has a file: it came with one of its messages, or was sent in one. */
create or replace function is_file_held(file media) returns boolean
language sql stable as $$
  select case when file.message_id is null then exists (
    select from conversations as held
    cross join lateral (
      select from messages as message
      where message.conversation_id = held.id and message.organization_id = held.organization_id
        -- no message has a file before it is uploaded: a day for clocks that differ
        and message.id >= uuid_bound(file.created_at - interval '1 day')
        and strpos(message.content, coalesce(file.converted_from, file.id)) > 0
      limit 1
    ) as message
    where held.organization_id = file.organization_id and held.legal_hold is not null
  ) else exists (
    select from messages as message
    where message.organization_id = file.organization_id and message.id = file.message_id
      and is_legally_held(message.organization_id, message.conversation_id)
  ) end
$$;

/* Whether a message that waits to be sent, or a quick reply, needs a file that was uploaded: others are needed by none. */
create or replace function is_file_needed(file media) returns boolean
language sql stable as $$
  select file.direction <> 'inbound' and (
    exists (
      select from lane_items as item
      where item.organization_id = file.organization_id
        and item.media_ids @> array[coalesce(file.converted_from, file.id)]
    ) or exists (
      select from quick_replies as reply
      where reply.organization_id = file.organization_id and reply.media_id = coalesce(file.converted_from, file.id)
    )
  )
$$;

/*
 * Takes an uploaded file, or a form of one, back, so that nobody gets it any more; what is left of it is the caller's to remove. Where
 * `before` is given, only a file that was not uploaded again since. False, and nothing is changed, while a message that
 * waits to be sent, a broadcast that is not over or a quick reply needs it: accepting such a message, or keeping such a
 * reply, at this moment holds the file, and this waits for it.
 */
create or replace function withdraw_upload(organization text, file text, before timestamptz) returns boolean
language plpgsql as $$
declare
  original constant text := (
    select coalesce(converted_from, id) from media where organization_id = organization and id = file
  );
begin
  perform from media where organization_id = organization and id in (file, original) order by id for update;
  -- a statement of its own: it sees what was committed by whom the lock waited for
  update media set status = 'pending', updated_at = now()
  where organization_id = organization and id = file and direction <> 'inbound' and status = 'stored'
    and (before is null or coalesce(renewed_at, created_at) < before)
    and not is_file_needed(media) and not is_file_held(media)
    and not exists (
      select from broadcasts
      where organization_id = organization and status in ('scheduled', 'running', 'paused', 'stopped')
        and position(original in plan) > 0
    );
  return found;
end $$;
