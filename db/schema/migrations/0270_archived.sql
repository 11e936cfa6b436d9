-- Since when a conversation is out of the way of the inbox, as the phone of a paired number has it too; null: it is not.
alter table conversations add column archived_at timestamptz;
create index conversations_archived on conversations (organization_id) where archived_at is not null;
