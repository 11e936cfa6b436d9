-- Keys for agents: what such a key may send, and to whom, which is checked where messages are accepted
-- (messages/accept/refusals.sql).

-- What the key is limited to beside its permissions and channels; null of every other key.
alter table api_keys add column agent jsonb;
-- The same, of the key that a message is sent by; null where it has none.
alter type accept_input add attribute guard jsonb;

-- What a key for an agent sent, by the minute: its limits count the last hour, and the last day.
create table agent_usage (
  organization_id text not null,
  key_id text not null,
  minute timestamptz not null,
  messages integer not null,
  -- of these, the first ones to somebody
  new_people integer not null,
  primary key (organization_id, key_id, minute)
);
create index agent_usage_retention on agent_usage (minute);
