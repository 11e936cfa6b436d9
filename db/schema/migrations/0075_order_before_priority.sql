-- What is more urgent and waits ahead of a message in its conversation, when it is the turn of a lower priority.
create index lane_items_ahead on lane_items (order_key, priority, position) where priority < 2;
