-- People who were found by their user name.

/*
 * Somebody who was found by their user name (in small letters) is a contact from then on, and goes by it until they write.
 * A user name that somebody else had before is theirs no more.
 */
create or replace function meet_by_user_name(
  organization text, channel text, identity_type text, identity_value text, user_name text
) returns void language plpgsql as $$
declare
  here uuid := gen_random_uuid();
begin
  perform emit_events(ensure_contacts(
    array[recipient(organization, channel, identity_type, identity_value, '@' || user_name)]
  ));
  perform keep_usernames(
    organization,
    json_build_array(json_build_object(
      'id', here, 'identity_type', identity_type, 'identity_value', identity_value, 'username', user_name, 'at', now()
    )),
    array[here]
  );
end $$;
