-- Few of many, found without the many, whatever the statistics say: a table that has just grown still has those of before.

-- The low messages that wait in a conversation, when a more urgent one comes.
create index lane_items_low on lane_items (order_key) where priority = 2;

-- How many messages of a broadcast wait in the lane of each channel.
create index broadcast_people_accepted on broadcast_people (organization_id, broadcast_id, channel_id)
  where status = 'accepted';
