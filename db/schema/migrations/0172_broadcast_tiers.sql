-- How many of a broadcast's people count for the volume tiers of each market, while its audience is written within a limit of
-- cost: JSON of numbers by market.
alter table broadcasts add column counted jsonb not null default '{}';
