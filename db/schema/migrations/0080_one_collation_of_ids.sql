-- keeps: a collation says which indexes a comparison can use, and no answer changes with it
-- Ids have the database's collation wherever they stand: a join of two that differ can use the index of one of them
-- only, and reads the other table as a whole. Those of logs (events, deliveries, the audit log, the history of
-- contacts, inbound calls) keep "C": they are compared with each other alone.
-- No row is written, but the indexes are, which takes about three seconds for each million rows. All tables are locked
-- first, so that nothing has to be done twice when one of them is in use.

lock table broadcasts, broadcast_people, broadcast_tallies, imports, import_contacts, media, media_copies, crm_records,
  crm_pipelines, crm_lists, crm_comments, crm_relationships, contact_notes, message_cancellations, webhook_replays
  in access exclusive mode;

alter table broadcasts alter column id type text collate "default";
alter table broadcast_people alter column contact_id type text collate "default";
alter table broadcast_tallies alter column broadcast_id type text collate "default";

alter table imports alter column id type text collate "default";
alter table import_contacts alter column contact type text collate "default";

alter table media
  alter column id type text collate "default",
  alter column converted_from type text collate "default";
alter table media_copies alter column media_id type text collate "default";

alter table crm_records alter column id type text collate "default";
alter table crm_pipelines alter column id type text collate "default";
alter table crm_lists alter column id type text collate "default";
alter table crm_comments alter column id type text collate "default";
alter table crm_relationships alter column id type text collate "default";

alter table contact_notes alter column id type text collate "default";
alter table message_cancellations alter column id type text collate "default";
alter table webhook_replays alter column id type text collate "default";

-- the statistics of a column go with its collation, and plans go by them
analyze broadcasts (id), broadcast_people (contact_id), broadcast_tallies (broadcast_id), imports (id),
  import_contacts (contact), media (id, converted_from), media_copies (media_id), crm_records (id), crm_pipelines (id),
  crm_lists (id), crm_comments (id), crm_relationships (id), contact_notes (id), message_cancellations (id),
  webhook_replays (id);
