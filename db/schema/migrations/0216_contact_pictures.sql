-- Profile pictures of people, as they show them to a paired number: small, and no longer than the contact.
create table contact_pictures (
  organization_id text not null,
  contact_id text not null,
  -- the number through which WhatsApp was asked
  channel_id text not null,
  asked_at timestamptz not null default now(),
  -- null where the person shows none
  mime_type text,
  bytes bytea,
  primary key (organization_id, contact_id),
  foreign key (organization_id, contact_id) references contacts on delete cascade
);
create index contact_pictures_asked on contact_pictures (organization_id, channel_id, asked_at);
