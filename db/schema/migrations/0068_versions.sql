-- keeps: event_positions is of no use since positions are a sequence
-- What each daemon knows of the database, so that no other takes away what it uses: its version, the schema of its
-- functions (none: it calls those of public), and the newest migration that it knows. One that says nothing is older
-- than this.
alter table daemons add column version text, add column functions text, add column newest_migration text;

drop table if exists event_positions;
