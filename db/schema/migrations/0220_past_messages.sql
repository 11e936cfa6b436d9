-- Where a message was copied from that was written before Waypost had its number, or while it was away; null of all that
-- Waypost carried itself. The version before shows them as any other message.
alter table messages add column imported_from text;
