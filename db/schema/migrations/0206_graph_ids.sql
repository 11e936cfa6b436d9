-- Under which ids programs made for Meta's Cloud API name a channel: Meta's own, else fifteen digits made of the channel's.
alter table channels
  add column graph_phone_number_id text generated always as (coalesce(phone_number_id, (
    100000000000000 + (
      ('x' || left(encode(sha256(('phone number ' || id)::bytea), 'hex'), 8))::bit(32)::bigint * 4294967296::numeric
      + ('x' || substr(encode(sha256(('phone number ' || id)::bytea), 'hex'), 9, 8))::bit(32)::bigint
    ) % 900000000000000
  )::text)) stored,
  add column graph_account_id text generated always as (coalesce(waba_id, (
    100000000000000 + (
      ('x' || left(encode(sha256(('account ' || id)::bytea), 'hex'), 8))::bit(32)::bigint * 4294967296::numeric
      + ('x' || substr(encode(sha256(('account ' || id)::bytea), 'hex'), 9, 8))::bit(32)::bigint
    ) % 900000000000000
  )::text)) stored;
create index channels_graph_phone_number_id on channels (organization_id, graph_phone_number_id) where deleted_at is null;
create index channels_graph_account_id on channels (organization_id, graph_account_id) where deleted_at is null;
