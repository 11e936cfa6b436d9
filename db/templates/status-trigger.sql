/*
 * Emits every change of a template's status, whichever writer made it: a webhook, a synchronisation, or a client that
 * submitted it. A template that only we knew is deleted without an event.
 */
create or replace function tell_template_status() returns trigger
language plpgsql as $$
declare
  status_now text := case when tg_op = 'DELETE' then 'deleted' else new.status end;
begin
  if tg_op = 'DELETE' and old.provider_id is null or status_now = old.status then
    return null;
  end if;
  perform emit_events(array[template_event(coalesce(new, old), (
    select min(id) from channels
    where organization_id = old.organization_id and waba_id = old.waba_id and deleted_at is null
  ), status_now)]);
  return null;
end $$;

create or replace trigger templates_status after update of status or delete on templates
for each row execute function tell_template_status();

/* Daemons keep the definitions that sends are checked against: every change of one is announced, also one made by hand. */
create or replace function tell_templates_changed() returns trigger
language plpgsql as $$
begin
  perform pg_notify('waypost_templates_changed', '');
  return null;
end $$;

create or replace trigger templates_changed after insert or update or delete on templates
for each statement execute function tell_templates_changed();
