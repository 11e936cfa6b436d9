-- What each daemon does: one that says nothing does everything.
alter table daemons add column roles text[] not null default '{api,worker,gateway}';
