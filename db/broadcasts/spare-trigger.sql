create or replace function spare_contact() returns trigger
language plpgsql as $$
begin
  perform spare_from_broadcasts(new.organization_id, new.contact_id);
  return null;
end $$;

create or replace trigger suppressed_in_broadcasts after insert or update on suppressions
for each row when (new.channel = 'whatsapp') execute function spare_contact();
create or replace trigger denied_in_broadcasts after insert or update on contact_consents
for each row when (new.channel = 'whatsapp' and new.state = 'denied') execute function spare_contact();
