-- Erasures are numbered, so that after a restore it can be told which ones the database does not know (db/restores). The
-- version before gives none a number: what it erases is not erased again.
alter table installation add column erased bigint not null default 0;
alter table contact_erasures add column number bigint;
