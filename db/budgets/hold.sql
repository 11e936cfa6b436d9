-- Who locks both locks budgets before conversations: otherwise two would wait for each other.

/*
 * Locks budgets as lock_budgets does: the organisation's, and those about some of these (channels, keys, users, broadcasts).
 * To be called by those who lock conversations before they accept messages: who sends locks budgets first.
 */
create or replace function hold_budgets(organization text, scope_ids text[]) returns void
language plpgsql as $$
begin
  perform from budgets as known
  where known.organization_id = organization and known.scope_id = any (scope_ids || '{""}')
  order by known.id
  for no key update;
end $$;

/* Does so for the answers that cost something and are given by themselves to what came in: see carry_out_writes. */
create or replace function hold_budgets_of_answers(writes json) returns void
language plpgsql as $$
begin
  perform hold_budgets(wanted.organization, wanted.channels) from (
    select write.organization_id as organization, array_agg(distinct write.channel_id) as channels
    from json_to_recordset(writes) as write (kind text, organization_id text, channel_id text, given json)
    cross join lateral json_array_elements(
      case json_typeof(write.given) when 'array' then write.given else json_build_array(write.given) end
    ) as one (given)
    where write.kind in ('messages', 'revision', 'handover') and (
      (one.given ->> 'rules')::json -> 'away' -> 'cost' ->> 'currency' is not null
      or (one.given ->> 'opt_out')::json -> 'cost' ->> 'currency' is not null
    )
    group by write.organization_id
    order by write.organization_id
  ) as wanted;
end $$;
