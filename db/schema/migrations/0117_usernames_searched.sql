-- Contacts are found by their user names, too. From now on contacts/search-trigger.sql adds them.
update contact_search as known set words = known.words || ' ' || given.names
from (
  select organization_id, contact_id, string_agg(value, ' ' order by value) as names
  from contact_identities where type = 'username' group by 1, 2
) as given
where known.organization_id = given.organization_id and known.contact_id = given.contact_id;
