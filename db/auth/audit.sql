-- The audit log is append-only for everybody, with two exceptions. Entries older than 90 days may be deleted, with their
-- retention. And when a person is erased, entries lose what names them (erasing/begin.sql).

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or current_setting('waypost.erasing', true) is distinct from 'on' then
    raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create or replace function keep_young_audit() returns trigger language plpgsql as $$
begin
  if old.created_at > now() - interval '2160 hours' then
    raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

create or replace trigger audit_log_append_only before update or truncate on audit_log
  for each statement execute function refuse_audit_change();
create or replace trigger audit_log_keep_young before delete on audit_log
  for each row execute function keep_young_audit();
