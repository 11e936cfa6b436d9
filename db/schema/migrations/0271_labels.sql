-- The labels of a number that is in the WhatsApp Business app: their names by WhatsApp's ids. Null: it is not known to be.
alter table web_sessions add column labels jsonb;
