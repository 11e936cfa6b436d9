-- Contacts: what is noted, tagged and consented of them, where merged ones went, and how they are found.

-- Deleting a contact keeps its conversations: they are nobody's then.
alter table conversations alter column contact_id drop not null;

create index contacts_changed on contacts (organization_id, updated_at, id);
create index contacts_source on contacts (organization_id, external_source, id) where external_source is not null;

-- The id of a contact that became part of another answers with that one.
create table contact_aliases (
  organization_id text not null,
  id text not null,
  contact_id text not null,
  merged_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index contact_aliases_contact on contact_aliases (organization_id, contact_id);

-- Who a contact was known as, and what became of it: identities that came and went, contacts merged into it.
-- The identities that it was made with are not told: they carry their own time.
create table contact_history (
  organization_id text not null,
  id text collate "C" not null,
  contact_id text not null,
  -- identity_added, identity_removed or merged
  action text not null,
  -- what exactly, as JSON text
  detail text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, contact_id, id)
);

create table contact_notes (
  organization_id text not null,
  contact_id text not null,
  id text collate "C" not null,
  body text not null,
  -- the key or the user that wrote it
  author text,
  created_at timestamptz not null default now(),
  primary key (organization_id, contact_id, id)
);

create table contact_tags (
  organization_id text not null,
  name text not null,
  contact_id text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, name, contact_id)
);
create index contact_tags_contact on contact_tags (organization_id, contact_id, name);

create table contact_consents (
  organization_id text not null,
  contact_id text not null,
  -- whatsapp, email, sms or voice
  channel text not null,
  -- granted, denied or unknown
  state text not null,
  source text,
  -- where it can be checked: a form, a recording, a message
  proof text,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, contact_id, channel)
);
-- Accepting a message asks whether there is any.
create index contact_consents_denied on contact_consents (organization_id, contact_id)
  where channel = 'whatsapp' and state = 'denied';

-- What a contact is found by; see db/contacts/search.sql.
create table contact_search (
  organization_id text not null,
  contact_id text not null,
  words text not null,
  primary key (organization_id, contact_id)
);

-- pg_trgm comes with Postgres, and whoever may create objects in a database
-- may install it. Where that is refused, searches read all contacts of the
-- organisation, the newest first. Not led by organization_id, which would take
-- another extension.
do $$
declare
  operators text;
begin
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise notice 'searching contacts will be slow without pg_trgm: %', sqlerrm;
  end;
  select quote_ident(namespace.nspname) || '.gin_trgm_ops' into operators
  from pg_opclass as class join pg_namespace as namespace on namespace.oid = class.opcnamespace
  where class.opcname = 'gin_trgm_ops';
  if operators is not null then
    execute 'create index contact_search_words on contact_search using gin (words ' || operators || ')';
  end if;
end $$;

-- Words that stop and resume messages, and what is answered to them, as JSON text; null are the defaults.
alter table organizations add column opt_out text;

-- One contact to make or change; see db/contacts/upsert.sql.
create type contact_input as (
  n integer,
  external_source text,
  external_id text,
  phone_number text,
  email text,
  name text,
  custom_fields text,
  tags text[],
  cleared text[]
);

-- An identity that one of them names, and the contact that has it or is to have it.
create type identity_input as (
  n integer,
  type text,
  source text,
  value text,
  contact_id text
);

-- Which contact one of them is.
create type contact_place as (
  n integer,
  contact_id text,
  is_new boolean
);
