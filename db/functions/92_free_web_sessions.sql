/* A daemon that is gone holds no session: its row's end, however it came, frees them. */
create or replace function free_web_sessions() returns trigger
language plpgsql as $$
begin
  update web_sessions set owner = null, lease_until = null where owner = old.id;
  if found then
    perform tell_web_session('');
  end if;
  return null;
end $$;

create or replace trigger free_web_sessions after delete on daemons
for each row execute function free_web_sessions();
