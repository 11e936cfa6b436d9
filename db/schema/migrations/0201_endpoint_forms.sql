-- An endpoint says in which form it gets its events, and which records they carry.
alter table webhook_endpoints
  add column include text[],
  add column format text not null default 'waypost',
  add column file_bytes integer;
