-- Every outbound message has an end, past which it is not called any more: its
-- own, or 24 hours after it is due.

-- null: 24 hours after it is due; as it was asked for otherwise
alter table messages add column expires_at timestamptz;

-- The end that counts while a message waits. Null: 24 hours after due_at, which
-- is what most have. Whoever puts an item off writes the end down first; see
-- end_of in db/messages/ends.sql.
alter table lane_items add column expires_at timestamptz;
create index lane_items_expiring on lane_items (expires_at) where expires_at is not null;

alter type accept_input
  add attribute expires_at timestamptz,
  -- the same end, counted from when the message is due: by the database's clock
  add attribute ttl_seconds integer;
