-- The number of another phone that was paired with a channel and refused, as E.164; null when there was none.
alter table channels add column offered_number text;
-- Whether whatever number is paired next takes the place of the channel's own.
alter table web_sessions add column replaces_number boolean not null default false;
