/*
 * The templates of an account, by name and language, of messages that wait and of broadcasts that are not over.
 */
create or replace function templates_awaited(organization text, waba text) returns table (name text, language text)
language sql stable as $$
  with senders as (
    select id from channels where organization_id = organization and waba_id = waba
  ), awaited as (
    select message.content::json -> 'template' as template
    from senders
    join lane_items as item on item.lane_id = senders.id and item.kind = 'channel'
    join messages as message on message.organization_id = organization and message.id = item.item_id::uuid
    where message.type = 'template'
    union all
    select json_build_object('name', plan::json -> 'template' ->> 'name',
      'language', json_build_object('code', plan::json -> 'template' ->> 'language'))
    from broadcasts
    where organization_id = organization and status in ('scheduled', 'running', 'paused')
      and channel_ids && array(select id from senders)
  )
  select distinct template ->> 'name', template -> 'language' ->> 'code' from awaited
$$;

/*
 * Makes an account's templates those that the platform listed. Templates that are gone there are deleted here, unless
 * they changed after the listing began; when nothing is listed at all, templates of waiting messages stay. Returns how
 * many were new, changed and gone.
 */
create or replace function sync_templates(
  organization text, waba text, listed json, listing_began timestamptz
) returns table (created integer, updated integer, deleted integer)
language plpgsql as $$
begin
  with given as (
    select * from json_to_recordset(listed) as given (
      provider_id text, name text, language text, category text, parameter_format text,
      status text, rejected_reason text, quality text, components text, optimization_spec text)
  ), saved as (
    insert into templates as known (
      organization_id, id, waba_id, provider_id, name, language, category, parameter_format,
      status, rejected_reason, quality, components, optimization_spec)
    select organization, prefixed_id('tpl'), waba, given.provider_id, given.name, given.language,
      given.category, given.parameter_format, given.status, given.rejected_reason, given.quality,
      given.components, given.optimization_spec
    from given order by given.name, given.language
    on conflict (organization_id, waba_id, name, language) do update set
      provider_id = excluded.provider_id, category = excluded.category,
      parameter_format = excluded.parameter_format, status = excluded.status,
      rejected_reason = excluded.rejected_reason, quality = excluded.quality,
      components = excluded.components, updated_at = now(),
      -- older versions of Meta's API don't tell it
      optimization_spec = coalesce(excluded.optimization_spec, known.optimization_spec),
      flag = case when known.status = excluded.status then known.flag end
    where (known.provider_id, known.category, known.parameter_format, known.status,
        known.rejected_reason, known.quality, known.components, known.optimization_spec)
      is distinct from (excluded.provider_id, excluded.category, excluded.parameter_format, excluded.status,
        excluded.rejected_reason, excluded.quality, excluded.components,
        coalesce(excluded.optimization_spec, known.optimization_spec))
    returning xmax = 0 as is_new
  )
  select count(*) filter (where is_new), count(*) filter (where not is_new)
  into created, updated from saved;

  delete from templates as known
  where known.organization_id = organization and known.waba_id = waba and known.provider_id is not null
    and known.updated_at < listing_began
    and known.provider_id not in (
      select given.provider_id from json_to_recordset(listed) as given (provider_id text))
    and (json_array_length(listed) > 0 or (known.name, known.language) not in (
      select awaited.name, awaited.language from templates_awaited(organization, waba) as awaited
      where awaited.name is not null and awaited.language is not null));
  get diagnostics deleted = row_count;
  return next;
end $$;

/*
 * Plans that an account's templates are read again, in a moment: any number of calls until then collapse into one job,
 * and put it off no further.
 */
create or replace function plan_account_read(organization text, waba text) returns void
language sql as $$
  select graphile_worker.add_job(
    'read_templates',
    json_build_object('organizationId', organization, 'wabaId', waba),
    run_at => after_milliseconds(1000),
    max_attempts => 5,
    priority => 10,
    queue_name => long_jobs_of(organization),
    job_key => 'read_templates:' || organization || ':' || waba,
    job_key_mode => 'preserve_run_at'
  )
$$;
