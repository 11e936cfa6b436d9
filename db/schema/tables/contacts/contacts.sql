-- Who people are, and how they are found. Triggers: contacts/search-trigger.sql, crm/gone-trigger.sql.

create table contacts (
  organization_id text not null,
  id text not null,
  phone_number text,
  name text,
  email text,
  external_source text,
  external_id text,
  custom_fields text not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- the name the person goes by on the platform; the contact's name follows it until somebody gives another
  profile_name text,
  primary key (organization_id, id)
);
create index contacts_changed on contacts (organization_id, updated_at, id);
create index contacts_source on contacts (organization_id, external_source, id) where external_source is not null;

create table contact_identities (
  organization_id text not null,
  type text not null,
  source text not null default '',
  value text not null,
  contact_id text not null,
  verified boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, type, source, value)
);
create index contact_identities_contact on contact_identities (organization_id, contact_id);

-- The id of a contact that became part of another answers with that one.
create table contact_aliases (
  organization_id text not null,
  id text not null,
  contact_id text not null,
  merged_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index contact_aliases_contact on contact_aliases (organization_id, contact_id);

-- 0216 adds contact_pictures: what people look like on WhatsApp.

-- The words that a contact is found by; see contacts/search.sql.
create table contact_search (
  organization_id text not null,
  contact_id text not null,
  words text not null,
  primary key (organization_id, contact_id)
);

-- pg_trgm comes with Postgres, and any role that may create objects in a database
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
