-- What waits is asked for often, and an agent reads what it asked for itself: among all that were ever decided.
create index approvals_by_status on approvals (organization_id, status, id);
create index approvals_by_key on approvals (organization_id, key_id, id);
create index approvals_by_channel on approvals (organization_id, channel_id, id);
