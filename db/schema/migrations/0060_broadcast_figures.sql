-- Figures of broadcasts that are read without counting their people: how many are in each state and for which reason,
-- and what a preview said before the start.

-- Changes of how many people of a broadcast are in a state: added up, they are what is. Nobody who writes one waits for
-- another; now and then those there are become one.
create table broadcast_tallies (
  organization_id text not null,
  broadcast_id text collate "C" not null,
  number bigint generated always as identity,
  -- of people, or replied, or opted_out
  status text not null,
  reason text,
  people bigint not null,
  -- a message of one of them
  example uuid,
  primary key (organization_id, broadcast_id, number)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

insert into broadcast_tallies (organization_id, broadcast_id, status, reason, people, example)
select organization_id, broadcast_id, status, reason, count(*), max(message_id::text)::uuid
from broadcast_people group by organization_id, broadcast_id, status, reason
union all
select organization_id, broadcast_id, 'replied', null, count(*), null
from broadcast_people where replied_at is not null group by organization_id, broadcast_id
union all
select organization_id, broadcast_id, 'opted_out', null, count(*), null
from broadcast_people where opted_out_at is not null group by organization_id, broadcast_id;

drop index broadcast_people_replied, broadcast_people_opted_out;

-- the figures of the last preview as JSON text, and when that was; none once the draft was changed
alter table broadcasts add column preview text, add column previewed_at timestamptz;
