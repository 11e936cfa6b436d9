-- What WhatsApp says of how many chats a paired number may begin within a cycle, and how many it has; null: nothing yet.
-- The members are those of `NewChats` in new-chats.ts; one that was never said is absent.
alter table channels add column new_chats jsonb;
