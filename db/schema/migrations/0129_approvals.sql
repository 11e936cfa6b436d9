-- Sends of agents that wait for a person's approval: asked for where messages are accepted
-- (messages/accept/refusals.sql), decided in approvals/approvals.ts.

-- Of a send whose key needs approval: what is kept of it while it waits; see AcceptInput.
alter type accept_input add attribute approval jsonb;

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
