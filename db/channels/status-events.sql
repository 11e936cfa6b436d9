/*
 * Whether a channel's login is over, and somebody has to renew it: the device of a paired number, or the access of a
 * number that has a token, which only the platform ends.
 */
create or replace function is_logged_out(channel channels) returns boolean
language sql immutable as $$
  select channel.status in ('logged_out', 'replaced')
    or channel.status = 'disconnected' and channel.access_token is not null
$$;
