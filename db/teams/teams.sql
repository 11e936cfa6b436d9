/* The teams that a user is in. */
create or replace function teams_of(organization text, member uuid) returns text[]
language sql stable as $$
  select array(select known.id from teams as known where known.organization_id = organization and member = any (known.member_ids))
$$;

/* Whether somebody may be given a conversation of a team: of none, everybody. */
create or replace function is_of_team(organization text, team text, member uuid) returns boolean
language sql stable as $$ select team is null or team = any (teams_of(organization, member)) $$;

/* Deletes a team, with the events of the conversations that are no team's from then on; false when there is none. */
create or replace function delete_team(organization text, team text) returns boolean
language plpgsql as $$
declare
  released event_input[];
begin
  -- an assignment to the team that is made at this moment waits for this, and then finds no team
  delete from teams where organization_id = organization and id = team;
  if not found then
    return false;
  end if;
  perform lock_in_order(organization, array(
    select known.id from conversations as known where known.organization_id = organization and known.team_id = team
  ));
  with changed as (
    update conversations as known set team_id = null, updated_at = now(), changed_at = now()
    where known.organization_id = organization and known.team_id = team
    returning known as conversation
  )
  select array_agg(conversation_event(changed.conversation)) into released from changed;
  perform emit_events(released);
  return true;
end $$;
