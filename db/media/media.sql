-- Files that come with messages: each waits in its channel's media lane until it is fetched.

/* Records the files of new messages and wakes the lane that fetches them. */
create or replace function queue_media(organization text, channel text, received json, fresh uuid[]) returns void
language plpgsql as $$
begin
  with file as (
    insert into media (
      organization_id, id, channel_id, message_id, provider_media_id, kind, mime_type, file_name, sha256
    )
    select organization, file.id, channel, message.id, file.provider_media_id, file.kind, file.mime_type,
      file.file_name, file.sha256
    from json_to_recordset(received) as message (id uuid, media text)
    cross join lateral json_to_recordset(message.media::json) as file (
      id text, provider_media_id text, kind text, mime_type text, file_name text, sha256 text
    )
    where message.id = any (fresh) and message.media is not null
    returning id
  )
  insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
  select organization, 'media', channel, id, id, now() from file;
  if found then
    perform wake_lane(organization, 'media', channel);
  end if;
end $$;

/* Has a file fetched that came with a past message, and is fetched when somebody asks for it. */
create or replace function fetch_past_file(organization text, file text) returns void
language plpgsql as $$
declare
  lane text;
begin
  insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at)
  select organization, 'media', known.channel_id, known.id, known.id, now() from media as known
  where known.organization_id = organization and known.id = file and known.direction = 'inbound'
    and known.status = 'pending' and known.message_id is not null
  on conflict do nothing
  returning lane_id into lane;
  if lane is not null then
    perform wake_lane(organization, 'media', lane);
  end if;
end $$;

/*
 * Begins fetching files; returns the ids and attempts of those that may be
 * fetched, without those that fail with `given_up`, as they were begun `most`
 * times. Fails when the lane is another's.
 */
create or replace function start_media(
  organization text, channel text, daemon text, ids text[], most integer, given_up text
) returns table (id text, attempt integer) language plpgsql as $$
begin
  perform require_lane(organization, 'media', channel, daemon);
  perform give_up_media(organization, channel, ids, most, given_up);
  return query
    update lane_items as item set state = 'sending', attempt = item.attempt + 1, started_at = now()
    where item.organization_id = organization and item.item_id = any (ids) and item.lane_id = channel
      and item.kind = 'media' and item.state <> 'sending'
    returning item.item_id, item.attempt;
end $$;

/*
 * Fails files that were begun more often than attempts with a result are made:
 * each time the daemon died, or its result could not be stored.
 */
create or replace function give_up_media(
  organization text, channel text, ids text[], most integer, given_up text
) returns void language plpgsql as $$
declare
  hopeless json;
begin
  select json_agg(json_build_object('id', item.item_id, 'status', 'failed', 'error', given_up))
  into hopeless
  from lane_items as item
  where item.organization_id = organization and item.item_id = any (ids) and item.lane_id = channel
    and item.kind = 'media' and item.state <> 'sending' and item.attempt >= most;
  if hopeless is not null then
    perform finish_media(organization, channel, hopeless);
  end if;
end $$;

/*
 * Writes the results of files. Each: id, status (stored, failed, or pending:
 * tried again after retry_after milliseconds), mime_type, sha256, size, error (JSON text), width, height,
 * duration_seconds. Why a
 * file of a received message can't be had, for good or for now, is that message's error; a message
 * of our own keeps what its sending said. Returns those that were stored although they had been forgotten meanwhile.
 */
create or replace function finish_media(organization text, channel text, results json) returns setof text
language plpgsql as $$
begin
  delete from lane_items as item using json_to_recordset(results) as result (id text, status text)
  where item.organization_id = organization and item.item_id = result.id and item.lane_id = channel
    and item.kind = 'media' and result.status <> 'pending';

  update lane_items as item set state = 'queued', due_at = after_milliseconds(coalesce(result.retry_after, 0))
  from json_to_recordset(results) as result (id text, status text, retry_after double precision)
  where item.organization_id = organization and item.item_id = result.id and item.lane_id = channel
    and item.kind = 'media' and result.status = 'pending';

  with finished as (
    update media as file set
      status = result.status, error = result.error, updated_at = now(),
      mime_type = coalesce(result.mime_type, file.mime_type), sha256 = coalesce(result.sha256, file.sha256),
      size = coalesce(result.size, file.size), width = coalesce(result.width, file.width),
      height = coalesce(result.height, file.height),
      duration_seconds = coalesce(result.duration_seconds, file.duration_seconds)
    from json_to_recordset(results) as result (
      id text, status text, mime_type text, sha256 text, size bigint, error text, width integer, height integer,
      duration_seconds double precision
    )
    where file.organization_id = organization and file.id = result.id
    returning file.message_id, result.status, result.error
  )
  update messages as message set error = finished.error, updated_at = now()
  from finished
  where message.organization_id = organization and message.id = finished.message_id and message.direction = 'inbound'
    and message.error is distinct from finished.error;

  return query
    select result.id from json_to_recordset(results) as result (id text, status text)
    where result.status = 'stored' and not exists (
      select from media where media.organization_id = organization and media.id = result.id
    );
end $$;

/*
 * Forgets where the files of messages are on a number's platform, when that reports that it could not use them: they
 * are uploaded again for the next message.
 */
create or replace function forget_refused_copies(organization text, channel text, message_ids uuid[]) returns void
language sql as $$
  delete from media_copies as copy
  using messages as message, channels as number,
    lateral regexp_matches(message.content::text, '"media_id"\s*:\s*"(med_\w+)"', 'g') as named (parts)
  where message.organization_id = organization and message.id = any (message_ids)
    and message.error::json ->> 'code' = 'media_rejected'
    and number.organization_id = organization and number.id = channel
    and copy.organization_id = organization
    and copy.media_id in (
      select file.id from media as file
      where file.organization_id = organization and (file.id = named.parts[1] or file.converted_from = named.parts[1])
    )
    and copy.phone_number_id = number.phone_number_id
$$;
