create table approvals (
  organization_id text not null,
  id text not null,
  -- the agent's key that asks
  key_id text not null,
  channel_id text not null,
  -- waiting, approved, refused, expired
  status text not null,
  -- the recipient, as of messages
  address text,
  user_id text,
  -- what is accepted once it is approved: JSON text, which stays the same to the byte
  input text not null,
  -- the message as a person is shown it: JSON text, and its words
  message text not null,
  preview text not null,
  -- of a template: its definition as it was shown
  template_hash text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- { kind, id, name }
  decided_by jsonb,
  reason text,
  -- what was sent
  message_id uuid,
  primary key (organization_id, id)
);
create index approvals_waiting on approvals (expires_at) where status = 'waiting';
create index approvals_retention on approvals (created_at);

-- What waits is asked for often, and an agent reads what it asked for itself: among all that were ever decided.
create index approvals_by_status on approvals (organization_id, status, id);
create index approvals_by_key on approvals (organization_id, key_id, id);
create index approvals_by_channel on approvals (organization_id, channel_id, id);

-- Approvals that one person is asked for on WhatsApp, by a message whose buttons decide (approvals/asks.sql).
create table approval_asks (
  organization_id text not null,
  approval_id text not null,
  -- where the person is asked, and the digits of their number
  channel_id text not null,
  address text not null,
  -- name and language of the template that invites them to write, where they did not within 24 hours; null: none does
  template jsonb,
  invited_at timestamptz,
  -- the message that asks, and the SHA-256 of what it shows; null until there is one
  message_id uuid,
  shown text,
  -- why there is none, as a code of the API
  reason text,
  -- when the press came that counted
  pressed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, approval_id)
);
create index approval_asks_of_people on approval_asks (organization_id, channel_id, address);
create unique index approval_asks_by_message on approval_asks (organization_id, message_id);
