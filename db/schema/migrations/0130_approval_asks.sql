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
