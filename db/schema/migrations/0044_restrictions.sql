-- What a platform holds a channel back from, each until a moment: beginning chats, or writing to one person. Beside
-- the channel's settings, so that whoever sends knows it without asking again; see db/channels/restrictions.sql.
alter table channels add column restrictions jsonb not null default '[]';

-- why a message that could go is held, where that is worth telling; null otherwise
alter table lane_items add column held_reason text;
