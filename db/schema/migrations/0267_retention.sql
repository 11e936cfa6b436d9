-- For how long an organisation keeps each kind of thing, and things of some channels, within what it may: JSON text, see
-- db/maintenance/kept.ts. Null is all as long as it may. The version before keeps everything as long as retention_days says.
alter table organizations add column retention text;
