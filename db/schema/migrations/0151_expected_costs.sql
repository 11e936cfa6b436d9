-- Which of a number's first answers of a month are taken, which are free: those that were delivered, and those that are
-- accepted. Changes, whose sum it is: so adding waits for nobody.
create table free_answers (
  organization_id text not null,
  -- digits; the channel's id where its number is not known
  number text not null,
  month date not null,
  id bigint generated always as identity,
  answers bigint not null,
  primary key (organization_id, number, month, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Until now they were counted by channel.
insert into free_answers (organization_id, number, month, answers)
select known.organization_id, coalesce(regexp_replace(channel.phone_number, '\D', '', 'g'), known.unit), known.month,
  known.messages
from cost_counters as known
left join channels as channel on channel.organization_id = known.organization_id and channel.id = known.unit
where known.counted = 'service';

-- Of an official number: since when its business pays the international rate for codes, by the two letters of a country;
-- "*" is any other. Null: it does not.
alter table channels add column international jsonb;
