-- When Meta was asked for the past of a number that is used in the WhatsApp Business app, too: it gives that once.
alter table channels add column history_asked_at timestamptz;
