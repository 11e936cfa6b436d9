-- The events of contacts, which are records of the CRM, too.

/* The events of one contact that was created, updated or deleted. */
create or replace function contact_events(contact contacts, change text) returns setof event_input
language sql stable as $$
  select contact_event(contact) where change <> 'deleted'
  union all
  select record_event(
    'crm.record.' || change, contact.organization_id, contact.id, 'contact', contact_label(contact)
  )
$$;

/* Emits the events of contacts as they are now. */
create or replace function tell_contacts(organization text, contacts text[], change text) returns void
language sql as $$
  select emit_events(array_agg(event::event_input))
  from unnest(contacts) as wanted (id)
  cross join lateral (
    select one from contacts as one where one.organization_id = organization and one.id = wanted.id limit 1
  ) as contact
  cross join lateral contact_events(contact.one, change) as event
$$;
