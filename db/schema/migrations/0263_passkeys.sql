-- Passkeys, among the factors of a user: the id that its authenticator gave it, the key that its signatures are checked by,
-- and how often it has signed, as far as it says so.
alter table user_factors add column credential_id bytea;
alter table user_factors add column public_key bytea;
alter table user_factors add column sign_count bigint;
alter table user_factors add column transports text[];
create unique index user_factors_credential on user_factors (credential_id);
