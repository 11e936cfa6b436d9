-- What was changed and exported is listed without what was read, which is many times as much.
create index audit_log_deeds on audit_log (organization_id, id) where kind <> 'read';
