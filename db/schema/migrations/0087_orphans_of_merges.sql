-- Puts right what was written of contacts and conversations while they were merged or deleted, and so was of nobody:
-- it becomes that of the contact that took their place, or, where that was deleted, nobody's as the rest of it.

-- Contacts that something names and that are not there, and who took their place (null: nobody).
create temporary table gone on commit drop as
select missing.organization_id, missing.contact_id as id, alias.contact_id as kept
from (
  select organization_id, contact_id from conversations
  union select organization_id, contact_id from orders
  union select organization_id, contact_id from contact_identities
  union select organization_id, contact_id from contact_notes
  union select organization_id, contact_id from contact_tags
  union select organization_id, contact_id from contact_history
  union select organization_id, contact_id from contact_consents
  union select organization_id, contact_id from suppressions
  union select organization_id, contact_id from marketing_holds
) as missing
left join contact_aliases as alias
  on alias.organization_id = missing.organization_id and alias.id = missing.contact_id
where missing.contact_id is not null and not exists (
  select from contacts as known where known.organization_id = missing.organization_id and known.id = missing.contact_id
);
create index on gone (organization_id, id);
analyze gone;

-- Conversations of theirs, and those that messages name and that are not there, with the contact that each is of now.
create temporary table lost on commit drop as
select conversation.organization_id, conversation.id, conversation.channel_id, gone.kept, true as is_there
from gone
join conversations as conversation
  on conversation.organization_id = gone.organization_id and conversation.contact_id = gone.id;

insert into lost
select distinct on (message.organization_id, missing.id)
  message.organization_id, missing.id, message.channel_id,
  coalesce(
    (select known.id from contacts as known where known.organization_id = message.organization_id and known.id = message.contact_id),
    (
      select alias.contact_id from contact_aliases as alias
      where alias.organization_id = message.organization_id and alias.id = message.contact_id
    )
  ),
  false
from (
  -- by the index alone
  select named.conversation_id as id from (select conversation_id from messages group by conversation_id) as named
  where not exists (select from conversations as known where known.id = named.conversation_id)
) as missing
join messages as message on message.conversation_id = missing.id
order by message.organization_id, missing.id, message.id desc;

-- Which conversation takes the place of each: the contact's own on the channel, or else the first of the lost ones.
create temporary table moved on commit drop as
select lost.*, case when lost.kept is null then lost.id else coalesce(
  (
    select known.id from conversations as known
    where known.organization_id = lost.organization_id and known.channel_id = lost.channel_id
      and known.contact_id = lost.kept
  ),
  min(lost.id) over (partition by lost.organization_id, lost.channel_id, lost.kept)
) end as target
from lost;
create index on moved (organization_id, id);
analyze moved;

delete from conversations as known using moved
where known.organization_id = moved.organization_id and known.id = moved.id and moved.is_there
  and moved.target <> moved.id;
update conversations as known set contact_id = moved.kept, updated_at = now(), changed_at = now()
from moved
where known.organization_id = moved.organization_id and known.id = moved.id and moved.target = moved.id;
insert into conversations (organization_id, id, channel_id, contact_id)
select organization_id, id, channel_id, kept from moved where not is_there and target = id;

-- What came into those that are gone counts in those that took their place.
update conversations as known set
  inbound_count = known.inbound_count + heard.count,
  last_inbound_at = greatest(known.last_inbound_at, heard.at),
  last_inbound_on = greatest(known.last_inbound_on, (heard.at at time zone 'UTC')::date),
  updated_at = now(), changed_at = now()
from (
  select moved.organization_id, moved.target, count(*) filter (where message.type not in ('reaction', 'poll_vote')) as count,
    max(message.created_at) as at
  from moved join messages as message
    on message.organization_id = moved.organization_id and message.conversation_id = moved.id
  where message.direction = 'inbound' and (moved.target <> moved.id or not moved.is_there)
  group by moved.organization_id, moved.target
) as heard
where known.organization_id = heard.organization_id and known.id = heard.target;

update conversation_reads as mark set unread = true
from conversations as known join moved on moved.organization_id = known.organization_id and moved.target = known.id
where mark.organization_id = known.organization_id and mark.conversation_id = known.id
  and mark.read_count < known.inbound_count;

update messages as message set conversation_id = moved.target, contact_id = moved.kept
from moved where message.conversation_id = moved.id and message.organization_id = moved.organization_id;
update lane_items as item set order_key = moved.target
from moved
where item.organization_id = moved.organization_id and item.kind = 'channel' and item.order_key = moved.id
  and moved.target <> moved.id;
update orders as known set conversation_id = moved.target
from moved where known.organization_id = moved.organization_id and known.conversation_id = moved.id;
update web_choices as known set conversation_id = moved.target
from moved where known.organization_id = moved.organization_id and known.conversation_id = moved.id;
insert into conversation_tags (organization_id, name, conversation_id, created_at)
select known.organization_id, known.name, moved.target, known.created_at
from conversation_tags as known
join moved on moved.organization_id = known.organization_id and moved.id = known.conversation_id
on conflict do nothing;
delete from conversation_tags as known using moved
where known.organization_id = moved.organization_id and known.conversation_id = moved.id and moved.target <> moved.id;
-- who had read the other has not read these
delete from conversation_reads as known using moved
where known.organization_id = moved.organization_id and known.conversation_id = moved.id and moved.target <> moved.id;
insert into conversation_aliases (organization_id, id, conversation_id)
select organization_id, id, target from moved where target <> id
on conflict do nothing;

-- Messages in conversations that went over to another contact, or lost theirs, while they were written.
update messages as message set contact_id = conversation.contact_id
from conversations as conversation
where message.conversation_id = conversation.id and message.organization_id = conversation.organization_id
  and message.contact_id is distinct from conversation.contact_id and (
    conversation.contact_id is null or exists (
      select from contact_aliases as alias
      where alias.organization_id = conversation.organization_id and alias.contact_id = conversation.contact_id
    )
  );

-- What else names those that are gone. Of two suppressions or consents the stricter one stays.
update orders as known set contact_id = gone.kept
from gone where known.organization_id = gone.organization_id and known.contact_id = gone.id;
update contact_identities as known set contact_id = gone.kept
from gone where known.organization_id = gone.organization_id and known.contact_id = gone.id and gone.kept is not null;
update contact_notes as known set contact_id = gone.kept
from gone where known.organization_id = gone.organization_id and known.contact_id = gone.id and gone.kept is not null;
update contact_history as known set contact_id = gone.kept
from gone where known.organization_id = gone.organization_id and known.contact_id = gone.id and gone.kept is not null;
insert into contact_tags (organization_id, name, contact_id, created_at)
select known.organization_id, known.name, gone.kept, known.created_at
from contact_tags as known join gone on gone.organization_id = known.organization_id and gone.id = known.contact_id
where gone.kept is not null
on conflict do nothing;
insert into suppressions as mine (organization_id, contact_id, channel, reason, proof, until, created_at)
select distinct on (known.organization_id, gone.kept, known.channel)
  known.organization_id, gone.kept, known.channel, known.reason, known.proof, known.until, known.created_at
from suppressions as known join gone on gone.organization_id = known.organization_id and gone.id = known.contact_id
where gone.kept is not null
order by known.organization_id, gone.kept, known.channel, known.reason = 'marketing_stopped', known.until desc nulls first
on conflict (organization_id, contact_id, channel) do update set
  reason = excluded.reason, proof = excluded.proof, until = excluded.until, created_at = excluded.created_at
where (excluded.reason <> 'marketing_stopped', coalesce(excluded.until, 'infinity'))
  > (mine.reason <> 'marketing_stopped', coalesce(mine.until, 'infinity'));
insert into contact_consents as mine (
  organization_id, contact_id, channel, state, source, proof, stated_at, expires_at, created_at, updated_at
)
select distinct on (known.organization_id, gone.kept, known.channel)
  known.organization_id, gone.kept, known.channel, known.state, known.source, known.proof, known.stated_at,
  known.expires_at, known.created_at, known.updated_at
from contact_consents as known join gone on gone.organization_id = known.organization_id and gone.id = known.contact_id
where gone.kept is not null
order by known.organization_id, gone.kept, known.channel, known.state = 'denied' desc, known.updated_at desc
on conflict (organization_id, contact_id, channel) do update set
  state = excluded.state, source = excluded.source, proof = excluded.proof, stated_at = excluded.stated_at,
  expires_at = excluded.expires_at, updated_at = excluded.updated_at
where excluded.state = 'denied' and mine.state <> 'denied';
insert into marketing_holds as held (portfolio_id, organization_id, contact_id, until)
select known.portfolio_id, known.organization_id, gone.kept, max(known.until)
from marketing_holds as known join gone on gone.organization_id = known.organization_id and gone.id = known.contact_id
where gone.kept is not null
group by known.portfolio_id, known.organization_id, gone.kept
on conflict (portfolio_id, organization_id, contact_id) do update set until = greatest(held.until, excluded.until);

-- What was moved, and what was kept of people who were deleted.
delete from contact_identities as known using gone
where known.organization_id = gone.organization_id and known.contact_id = gone.id;
delete from contact_notes as known using gone
where known.organization_id = gone.organization_id and known.contact_id = gone.id;
delete from contact_history as known using gone
where known.organization_id = gone.organization_id and known.contact_id = gone.id;
delete from contact_tags as known using gone
where known.organization_id = gone.organization_id and known.contact_id = gone.id;
delete from suppressions as known using gone
where known.organization_id = gone.organization_id and known.contact_id = gone.id;
delete from contact_consents as known using gone
where known.organization_id = gone.organization_id and known.contact_id = gone.id;
delete from marketing_holds as known using gone
where known.organization_id = gone.organization_id and known.contact_id = gone.id;
