-- What a delivery posts that carries more than its event: fixed before its first attempt, the same for all of them.
create table delivery_requests (
  organization_id text not null,
  id text collate "C" not null,
  -- of a later attempt: the delivery whose request it repeats
  same_as text collate "C",
  -- JSON text: body, content type, headers and path; the text `null` where nothing is posted
  request text,
  -- whose data it has
  contact_id text,
  participant_contact_id text,
  -- when the oldest of what it has was made: it is forgotten by that
  as_of timestamptz not null,
  primary key (organization_id, id)
);
create index delivery_requests_contact on delivery_requests (organization_id, contact_id) where contact_id is not null;
create index delivery_requests_participant on delivery_requests (organization_id, participant_contact_id)
  where participant_contact_id is not null;
create index delivery_requests_retention on delivery_requests (as_of);
