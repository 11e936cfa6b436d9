-- One message by its id.

/* The message, or nothing. A plan that is made for each id would take five times as long as the look-up. */
create or replace function message_by_id(organization text, wanted uuid) returns setof messages
language plpgsql stable rows 1
set plan_cache_mode = force_generic_plan
as $$
begin
  return query select * from messages where messages.organization_id = organization and messages.id = wanted;
end $$;
