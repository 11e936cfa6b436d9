-- The orders of a conversation were looked for among all orders of the organisation.
create index orders_conversation on orders (organization_id, conversation_id, id);
