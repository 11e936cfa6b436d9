-- keeps: the index is made again as it was
-- Of indexes that cost the same while statistics know no rows, Postgres takes the newest. For a message this one finds
-- its person; the one by status, which 0080 has made again, finds everybody of the broadcast.
drop index broadcast_people_message;
create index broadcast_people_message on broadcast_people (organization_id, broadcast_id, message_id)
  where message_id is not null;
