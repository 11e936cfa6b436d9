-- Notes, tags and consents of contacts, and suppressions.

-- Who a contact was known as, and how that changed: identities that came and went, contacts merged into it. The
-- identities that it was made with are not listed: they carry their own time.
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
  id text not null,
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

-- Triggers of this table and of suppressions: broadcasts/spare-trigger.sql.
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
  -- when somebody said what they consent to
  stated_at timestamptz,
  primary key (organization_id, contact_id, channel)
);
-- Accepting a message asks whether there is any.
create index contact_consents_denied on contact_consents (organization_id, contact_id)
  where channel = 'whatsapp' and state = 'denied';

-- Suppressed people: nothing is sent to them.
create table suppressions (
  organization_id text not null,
  contact_id text not null,
  channel text not null,
  reason text not null,
  until timestamptz,
  created_at timestamptz not null default now(),
  -- where it can be checked
  proof text,
  primary key (organization_id, contact_id, channel)
);
