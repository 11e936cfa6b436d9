-- Whose a number of Meta's is: who showed, with the channel's token, that it reaches the number, and an account when
-- that lists the number. What others merely say of a number or an account keeps nobody out and receives nothing.

alter table channels
  add column proven_at timestamptz,
  add column account_proven_at timestamptz,
  -- when the platform is asked next how the number stands
  add column check_at timestamptz not null default now() + interval '1 hour';

-- A channel that was connected once had a token that reached its number: nothing that comes in for it may be lost until
-- the platform is asked, which is soon. Of one that never was, it is asked first.
update channels set
  proven_at = case when status = 'connected' or last_seen_at is not null then now() end,
  -- long ago: the account has not been asked whether it lists the number
  account_proven_at = case when waba_id is not null and (status = 'connected' or last_seen_at is not null)
    then to_timestamp(0) end,
  check_at = now() + random() * interval '2 minutes'
where platform = 'whatsapp_official' and deleted_at is null;

drop index channels_phone_number_id;
create unique index channels_phone_number_id on channels (phone_number_id)
  where deleted_at is null and proven_at is not null;
create unique index channels_phone_number_id_of on channels (organization_id, phone_number_id) where deleted_at is null;
create index channels_check_at on channels (check_at) where deleted_at is null and platform = 'whatsapp_official';
