/*
 * The chain of the audit log. These functions are shared by all versions that run, as the triggers that call them are: there
 * is one form of a link. daemon/audit-chain/link.ts has the same form for whoever verifies.
 */

/* Texts one behind the other, so that no two lists look alike: each with its length in bytes, nothing as a dash. */
create or replace function audit_frame(variadic texts text[]) returns bytea
language sql immutable as $$
  select convert_to(string_agg(coalesce(octet_length(one) || ':' || one, '-'), '' order by nth), 'UTF8')
  from unnest(texts) with ordinality as listed (one, nth)
$$;

/* A time to the microsecond, as links have it. */
create or replace function audit_time(at timestamptz) returns text
language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

/* The digest of what an erasure leaves of an entry. */
create or replace function audit_fixed(entry audit_log) returns bytea
language sql stable as $$
  select sha256(audit_frame(
    entry.organization_id, entry.id, entry.action, entry.actor_type, entry.actor_id, entry.target_type, entry.address,
    entry.request_id, audit_time(entry.created_at)
  ))
$$;

/* The digest of what an erasure empties. */
create or replace function audit_erasable(entry audit_log, salt bytea) returns bytea
language sql immutable as $$
  select sha256(audit_frame(encode(salt, 'hex'), entry.target_id, entry.changes))
$$;

/* Keeps others from appending to an organisation's chain until the transaction ends, and returns where it ends. */
create or replace function lock_audit_chain(organization text) returns audit_chains
language plpgsql as $$
declare
  chain audit_chains;
begin
  insert into audit_chains (organization_id) values (organization) on conflict do nothing;
  select * into chain from audit_chains where organization_id = organization for update;
  return chain;
end $$;

/* Appends a link; the chain is locked. `fixed`, `erasable` and `salt` are null of a retention. */
create or replace function append_audit_link(
  organization text, link_kind text, entry text, recorded timestamptz, fixed bytea, erasable bytea, salt bytea
) returns void language plpgsql as $$
declare
  chain audit_chains := lock_audit_chain(organization);
  at timestamptz := greatest(clock_timestamp(), chain.linked_at);
  linked bytea := sha256(audit_frame(
    encode(chain.hash, 'hex'), organization, (chain.position + 1)::text, link_kind, entry, audit_time(recorded),
    encode(fixed, 'hex'), encode(erasable, 'hex'), audit_time(at)
  ));
begin
  insert into audit_links (
    organization_id, position, kind, entry_id, recorded_at, fixed, erasable, salt, previous, hash, created_at
  ) values (
    organization, chain.position + 1, link_kind, entry, recorded, fixed, erasable, salt, chain.hash, linked, at
  );
  update audit_chains set position = chain.position + 1, hash = linked, linked_at = at
  where organization_id = organization;
end $$;

/* Links an entry as it is now. */
create or replace function link_audit_entry(entry audit_log, link_kind text) returns void
language plpgsql as $$
declare
  salt bytea := uuid_send(gen_random_uuid());
begin
  perform append_audit_link(
    entry.organization_id, link_kind, entry.id, entry.created_at, audit_fixed(entry), audit_erasable(entry, salt), salt
  );
end $$;

/* Links the entries that wait, at most so many; returns how many it took. */
create or replace function link_audit(organization text, most integer) returns integer
language plpgsql as $$
declare
  entry audit_log;
  taken text[];
begin
  perform lock_audit_chain(organization);
  taken := array(select entry_id from audit_waiting where organization_id = organization order by entry_id limit most);
  for entry in
    select * from audit_log where organization_id = organization and id = any (taken) order by id
  loop
    perform link_audit_entry(entry, 'entry');
  end loop;
  delete from audit_waiting where organization_id = organization and entry_id = any (taken);
  return cardinality(taken);
end $$;

/* Says in the chain that entries of before a moment may be gone from now on. */
create or replace function link_audit_retention(organization text, before timestamptz) returns void
language plpgsql as $$
declare
  chain audit_chains := lock_audit_chain(organization);
begin
  if chain.forgotten_before >= before then
    return;
  end if;
  perform append_audit_link(organization, 'retention', null, before, null, null, null);
  update audit_chains set forgotten_before = before where organization_id = organization;
end $$;

/* An entry waits for its link: nobody who writes one waits for the chain. */
create or replace function await_audit_link() returns trigger language plpgsql as $$
begin
  insert into audit_waiting (organization_id, entry_id) values (new.organization_id, new.id);
  return null;
end $$;

/* An erasure empties a part of an entry, which nobody can try out afterwards, and links what is left. */
create or replace function link_audit_erasure() returns trigger language plpgsql as $$
begin
  perform lock_audit_chain(new.organization_id);
  update audit_links set salt = null where organization_id = new.organization_id and entry_id = new.id;
  if found then
    perform link_audit_entry(new, 'erasure');
  end if;
  return null;
end $$;

do $$
begin
  -- what was written before there was a chain waits, too, and nothing is written between that and the trigger
  if not exists (select from pg_trigger where tgname = 'audit_log_waits' and tgrelid = 'audit_log'::regclass) then
    lock table audit_log in share row exclusive mode;
    insert into audit_waiting (organization_id, entry_id) select organization_id, id from audit_log
    on conflict do nothing;
    create trigger audit_log_waits after insert on audit_log for each row execute function await_audit_link();
  end if;
end $$;

create or replace trigger audit_log_erased after update on audit_log
  for each row execute function link_audit_erasure();
create or replace trigger audit_links_append_only before update or truncate on audit_links
  for each statement execute function refuse_audit_change();
create or replace trigger audit_links_keep_young before delete on audit_links
  for each row execute function keep_young_audit();
