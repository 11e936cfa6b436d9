-- Who asks, who made a key, who runs the installation, and from where a user has logged in.

-- An idempotency key belongs to its caller: the key or user that brought it
-- stands in front of it. Answers of before are kept for each key that was in use
-- meanwhile, so that a repetition over the upgrade does nothing twice; sealed
-- ones are not, since nobody knows whose secret they hold.
insert into idempotency_keys (organization_id, key, fingerprint, status, response, created_at, claimed_until)
select kept.organization_id, caller.id || ' ' || kept.key, kept.fingerprint, kept.status, kept.response,
  kept.created_at, kept.claimed_until
from idempotency_keys as kept
join api_keys as caller on caller.organization_id = kept.organization_id
where kept.created_at > now() - interval '24 hours' and caller.last_used_at > now() - interval '25 hours'
  and kept.response not like 'v1.%'
on conflict do nothing;

-- The key or user that made it; null of the keys that were there before, and of an organisation's first.
alter table api_keys add column created_by text;
create index api_keys_created_by on api_keys (organization_id, created_by);

-- Whose keys see what is about the installation: metrics and diagnostics.
alter table organizations add column is_operator boolean not null default false;
update organizations set is_operator = true
where organization_id = (select organization_id from organizations order by created_at limit 1);

-- An address may be a user of several organisations: none of them learns of, or
-- keeps out, the others' users.
drop index users_email;
create unique index users_email on users (organization_id, lower(email));
create index users_login on users (lower(email));

-- Networks from which a user has logged in: guesses from elsewhere don't keep these out.
create table login_networks (
  organization_id text not null,
  user_id uuid not null,
  network text not null,
  last_login_at timestamptz not null default now(),
  primary key (organization_id, user_id, network)
);
create index login_networks_age on login_networks (last_login_at);
insert into login_networks (organization_id, user_id, network, last_login_at)
select organization_id, user_id, address, max(created_at) from login_sessions
where address ~ '^[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+$' group by organization_id, user_id, address;
