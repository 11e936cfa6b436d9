-- Who holds a conversation, until when: see db/conversations/hold.sql. Meta's agent holds one by handled_by.
alter table conversations add column held_by text;
alter table conversations add column held_since timestamptz;
alter table conversations add column held_until timestamptz;
create index conversations_held on conversations (held_until) where held_until is not null;

-- What becomes of a key's answers while another holds the conversation: refuse or wait; null of keys that are no bots.
alter table api_keys add column bot text;

-- Of a send that asks who holds its conversation, or takes it: see AcceptInput.
alter type accept_input add attribute holding jsonb;
