-- The roles whose users have to have a second factor.
alter table organizations add column two_factors text[] not null default '{}';
