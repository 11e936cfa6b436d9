-- Whether the platform drops a second copy of a message, so that one whose outcome was lost is sent again at once.
-- Its provider says so when the channel is created.
alter table channels add column drops_copies boolean not null default false;
update channels set drops_copies = true where platform = 'whatsapp_unofficial';
