-- Which conversations a reader has not read to the end, by indexes. As long as nobody has read a conversation, it has no
-- rows in conversation_reads and is unread by everybody; from then on each reader that it is unread by has a row.

alter table conversations
  -- when somebody first marked it as read
  add column opened_at timestamptz,
  -- the day (UTC) of the last message from the contact: a column of its own, so that its index changes once a day
  add column last_inbound_on date;

alter table conversation_reads add column unread boolean not null default false;

update conversations as conversation set
  opened_at = (
    select now() from conversation_reads as known
    where known.organization_id = conversation.organization_id and known.conversation_id = conversation.id
    limit 1
  ),
  last_inbound_on = (last_inbound_at at time zone 'UTC')::date
where inbound_count > 0;

insert into conversation_reads (organization_id, conversation_id, reader, read_count)
select conversation.organization_id, conversation.id, reader.id, 0
from conversations as conversation
cross join lateral (
  select 'keys' as id
  union all
  select known.id::text from users as known
  where known.organization_id = conversation.organization_id
    and date_trunc('second', known.created_at) <= conversation.last_inbound_at
) as reader
where conversation.opened_at is not null
on conflict do nothing;

update conversation_reads as mark set unread = true from conversations as conversation
where conversation.organization_id = mark.organization_id and conversation.id = mark.conversation_id
  and mark.read_count < conversation.inbound_count;

create index conversations_unopened on conversations (organization_id, last_inbound_on)
  where opened_at is null and last_inbound_on is not null;
create index conversation_reads_unread on conversation_reads (organization_id, reader) where unread;
