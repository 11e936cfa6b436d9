/* One of our own settings, kept for sessions behind a pooler, which drops what a session asks for; null where none is. */
create or replace function pooled_setting(setting text) returns text
language sql stable parallel safe as $$ select value from pooled_settings where name = setting $$;
