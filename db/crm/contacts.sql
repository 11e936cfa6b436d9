/*
 * A contact's row is gone. If it became part of another contact, that one takes
 * over its comments, lists and relationships, except those it has already;
 * otherwise all of them are deleted.
 */
create or replace function settle_gone_contact(organization text, gone text) returns void
language plpgsql as $$
declare
  kept text;
begin
  select alias.contact_id into kept from contact_aliases as alias
  where alias.organization_id = organization and alias.id = gone;
  if kept is null then
    perform forget_crm_record(organization, gone, 'contact', gone);
    return;
  end if;
  update crm_comments set record_id = kept where organization_id = organization and record_id = gone;
  insert into crm_list_entries (organization_id, list_id, record_id, added_at)
  select organization_id, list_id, kept, added_at from crm_list_entries
  where organization_id = organization and record_id = gone
  order by list_id
  on conflict do nothing;
  delete from crm_list_entries where organization_id = organization and record_id = gone;

  insert into crm_relationships (organization_id, id, record_id, related_record_id, type, created_at)
  select organization_id, prefixed_id('rel'), case record_id when gone then kept else record_id end,
    case related_record_id when gone then kept else related_record_id end, type, created_at
  from crm_relationships
  where organization_id = organization and (record_id = gone or related_record_id = gone)
    -- the two are one person now, so links between them are dropped
    and not (record_id in (gone, kept) and related_record_id in (gone, kept))
  order by id
  on conflict do nothing;
  delete from crm_relationships
  where organization_id = organization and (record_id = gone or related_record_id = gone);
end $$;
