-- What a key for an agent spent, by the minute: the expected prices of what it sent, in the currency of its guard. 0 of
-- what the version before counts, whose keys have no limit of money.
alter table agent_usage add column money numeric not null default 0;
