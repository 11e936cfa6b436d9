-- Who wrote a message: a user's id, an API key's, or away, opt_out or phone. Null of a received one, of a broadcast's, and
-- of one that an earlier version wrote.
alter table messages add column author text;
alter type accept_input add attribute author text;
