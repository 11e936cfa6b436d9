-- A conversation whose messages and files are kept for a legal reason, whatever the retention says: since when, by whose
-- order and why. The version before knows none of it and deletes them: hold once all daemons are upgraded.
alter table conversations add column legal_hold jsonb;
create index conversations_legal_hold on conversations (organization_id, id) where legal_hold is not null;
