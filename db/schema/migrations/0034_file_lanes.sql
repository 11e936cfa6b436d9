-- A channel's files wait under the id of its messages, which may be a million: they are found by an index of their own.
-- Nothing is written to it when a message is accepted or sent.
create index lane_items_files on lane_items (lane_id, due_at, position) where kind = 'media' and state <> 'sending';
