-- The messaging account that a message is to be sent with, in place of its channel's.
alter type accept_input add attribute messaging_account_id text;
