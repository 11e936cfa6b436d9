-- Waypost's own settings of sessions behind a pooler (db/connection/pooled.ts): `waypost.sandbox` and such. Only a
-- superuser could keep them for a role.
create table pooled_settings (
  name text primary key,
  value text not null
);
