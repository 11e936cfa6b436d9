-- Ids have the database's collation wherever they stand, but those of logs.
-- keeps: the same ids, which are compared with each other alone
alter table contact_erasures alter column id type text;
