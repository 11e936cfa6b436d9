-- Rotation of the master key. The key that seals is the one that
-- installation.sealed_check is sealed with.

alter table installation
  -- the id of a key that every daemon has to know before it seals
  add column announced_key text,
  -- a key was replaced, and not everything is sealed with its successor yet
  add column rotating boolean not null default false;

alter table daemons
  -- ids of the master keys that it opens with, and of the one that it seals with
  add column known_keys text[] not null default '{}',
  add column sealing_key text;

-- What was derived from a master key once and stays as it is: the pepper of API keys, the key of cursors.
create table derived_secrets (
  purpose text primary key,
  sealed text not null
);
