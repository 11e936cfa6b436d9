/*
 * Every event that is emitted, with its body as it is stored, signed and sent:
 * one function for each type, or for each kind of body. The members of a body are
 * described in the catalogue (daemon/events), which a test compares with what
 * is built here. Each is a single expression, so that Postgres can inline it.
 */

/* An inbound message came, or one that the business wrote on its phone; made in the order of its sequence. */
create or replace function message_new_event(
  organization text, channel text, conversation text, contact text, message uuid, direction text, phone text,
  user_id text, username text, type text, participant text default null
) returns event_input language sql volatile as $$
  select row(organization, channel, 'message.new', json_build_object(
    'message_id', message, 'conversation_id', conversation, 'contact_id', contact, 'channel_id', channel,
    'direction', direction, 'from_phone', phone, 'from_user_id', case when direction = 'inbound' then
      case when is_group(user_id) then participant_user_id(participant) else user_id end end,
    'from_username', case when direction = 'inbound' then username end,
    'group_id', case when is_group(user_id) then user_id end,
    'group', group_members(organization, contact, user_id, participant), 'msg_type', type,
    'organization_id', organization, 'sequence', nextval('message_sequence')
  )::text)::event_input
$$;

/* A message that could not be decrypted can be read now; made in the order of its sequence. */
create or replace function message_decrypted_event(message messages) returns event_input
language sql volatile as $$
  select row(message.organization_id, message.channel_id, 'message.decrypted', json_build_object(
    'message_id', message.id, 'conversation_id', message.conversation_id, 'contact_id', message.contact_id,
    'channel_id', message.channel_id, 'direction', message.direction, 'msg_type', message.type,
    'organization_id', message.organization_id, 'sequence', nextval('message_sequence')
  )::text)::event_input
$$;

/* The provider took a message; made in the order of its sequence. */
create or replace function message_sent_event(
  organization text, channel text, conversation text, message uuid, metadata text, rendered_as text
) returns event_input language sql volatile as $$
  select row(organization, channel, 'message.sent', json_build_object(
    'message_id', message, 'conversation_id', conversation, 'channel_id', channel, 'organization_id', organization,
    'metadata', metadata::json, 'rendered_as', rendered_as, 'sequence', nextval('message_sequence')
  )::text)::event_input
$$;

/* The status of an outbound message changed; made in the order of its sequence. */
create or replace function message_status_event(
  organization text, channel text, conversation text, contact text, message uuid, phone text, user_id text, type text,
  status text, at timestamptz, error text, metadata text
) returns event_input language sql volatile as $$
  select row(organization, channel, 'message.status_update', json_build_object(
    'message_id', message, 'conversation_id', conversation, 'channel_id', channel, 'contact_id', contact,
    'to', phone, 'recipient', case when phone is null then user_id end, 'msg_type', type, 'status', status, 'organization_id', organization, 'updated_at', iso_time(at),
    'error', error::json, 'metadata', metadata::json, 'sequence', nextval('message_sequence')
  )::text)::event_input
$$;

/* A step of a voice call, as tell_call has it, and its message, if there is one already. */
create or replace function call_event(
  organization text, channel text, contact text, conversation text, message uuid, call json
) returns event_input language sql stable as $$
  select row(organization, channel, 'call.status_update', json_build_object(
    'call_id', call ->> 'call_id', 'channel_id', channel, 'contact_id', contact,
    'conversation_id', conversation, 'message_id', message,
    'phone', case when call ->> 'type' = 'phone' then call ->> 'value' end,
    'direction', call ->> 'direction', 'status', call ->> 'status', 'duration_seconds', call -> 'seconds',
    'updated_at', iso_time((call ->> 'at')::timestamptz), 'organization_id', organization
  )::text)::event_input
$$;

/* Nobody took a call to a paired number, as tell_call has it. */
create or replace function unanswered_call_event(
  organization text, channel text, contact text, conversation text, message uuid, call json
) returns event_input language sql stable as $$
  select row(organization, channel, 'call.' || (call ->> 'status'), json_build_object(
    'call_id', call ->> 'call_id', 'channel_id', channel, 'contact_id', contact,
    'conversation_id', conversation, 'message_id', message,
    'phone', case when call ->> 'type' = 'phone' then call ->> 'value' end,
    'user_id', call -> 'unanswered' ->> 'user_id', 'group_id', call -> 'unanswered' ->> 'group_id',
    'occurred_at', iso_time((call ->> 'at')::timestamptz), 'organization_id', organization
  )::text)::event_input
$$;

/* A conversation's status or assignment changed, or it was archived. */
create or replace function conversation_event(changed conversations) returns event_input
language sql stable as $$
  select row(changed.organization_id, changed.channel_id, 'conversation.updated', json_build_object(
    'conversation_id', changed.id, 'status', changed.status, 'assignee_id', changed.assignee_id,
    'team_id', changed.team_id, 'archived', changed.archived_at is not null, 'channel_id', changed.channel_id,
    'organization_id', changed.organization_id
  )::text)::event_input
$$;

/* Another holds a conversation: see change_holder. */
create or replace function handover_event(handed conversations, news json) returns event_input
language sql stable as $$
  select row(handed.organization_id, handed.channel_id, 'conversation.handover', json_build_object(
    'conversation_id', handed.id, 'channel_id', handed.channel_id, 'contact_id', handed.contact_id,
    'handled_by', coalesce(handed.handled_by, 'business'), 'cause', news ->> 'cause', 'note', news ->> 'note',
    'summary', news ->> 'summary', 'by', news ->> 'by', 'occurred_at', iso_time(handed.handled_at),
    'organization_id', handed.organization_id
  )::text)::event_input
$$;

/* Who holds a conversation now: the id of a user or a key, or meta_agent; null for nobody. */
create or replace function holder_of(known conversations) returns text
language sql stable as $$
  select case when known.handled_by = 'agent' then 'meta_agent' when known.held_until > now() then known.held_by end
$$;

/* Who holds a conversation as the API shows it; null for nobody. `at_end`: who held it, although that is over. */
create or replace function hold_shown(known conversations, at_end boolean default false) returns json
language sql stable as $$
  select case
    when known.handled_by = 'agent' then json_build_object(
      'type', 'meta_agent', 'id', null, 'name', null, 'since', iso_time(known.handled_at), 'until', null
    )
    when known.held_until > now() or at_end and known.held_by is not null then json_build_object(
      'type', case when known.held_by like 'key\_%' then 'key' else 'user' end, 'id', known.held_by,
      'name', case when known.held_by like 'key\_%'
        then (
          select one.name from api_keys as one
          where one.organization_id = known.organization_id and one.id = known.held_by
        )
        else (
          select coalesce(nullif(one.name, ''), split_part(one.email, '@', 1)) from users as one
          where one.organization_id = known.organization_id and one.id = known.held_by::uuid
        )
      end,
      'since', iso_time(known.held_since), 'until', iso_time(known.held_until)
    )
  end
$$;

/* Somebody holds a conversation from now on. */
create or replace function held_event(held conversations, cause text) returns event_input
language sql stable as $$
  select row(held.organization_id, held.channel_id, 'conversation.held', json_build_object(
    'conversation_id', held.id, 'channel_id', held.channel_id, 'contact_id', held.contact_id,
    'held_by', hold_shown(held), 'cause', cause, 'organization_id', held.organization_id
  )::text)::event_input
$$;

/* Who held a conversation does no more; `freed` is its row from before. */
create or replace function released_event(freed conversations, cause text, by text) returns event_input
language sql stable as $$
  select row(freed.organization_id, freed.channel_id, 'conversation.released', json_build_object(
    'conversation_id', freed.id, 'channel_id', freed.channel_id, 'contact_id', freed.contact_id,
    'held_by', hold_shown(freed, true), 'cause', cause, 'by', by, 'organization_id', freed.organization_id
  )::text)::event_input
$$;

/* A conversation became part of another, of the same channel and contact. */
create or replace function conversation_merged_event(
  organization text, channel text, conversation text, merged_into text, contact text
) returns event_input language sql stable as $$
  select row(organization, channel, 'conversation.merged', json_build_object(
    'conversation_id', conversation, 'merged_into', merged_into, 'contact_id', contact, 'channel_id', channel,
    'organization_id', organization
  )::text)::event_input
$$;

/* What the phone had of while Waypost was away is in a conversation: so many messages. `lacks_*`: of when it may lack some. */
create or replace function filled_event(
  filled conversations, messages bigint, since timestamptz, until timestamptz, lacks_since timestamptz,
  lacks_until timestamptz
) returns event_input language sql stable as $$
  select row(filled.organization_id, filled.channel_id, 'conversation.filled', json_build_object(
    'conversation_id', filled.id, 'channel_id', filled.channel_id, 'contact_id', filled.contact_id,
    'messages', messages, 'since', iso_time(since), 'until', iso_time(until),
    'missing_since', iso_time(lacks_since), 'missing_until', iso_time(lacks_until),
    'organization_id', filled.organization_id
  )::text)::event_input
$$;

/* The message that the preview of a conversation shows is a new one, or changed. */
create or replace function preview_event(
  organization text, channel text, conversation text, status text, assignee uuid, team text, message uuid
) returns event_input language sql stable as $$
  select row(organization, channel, 'conversation.updated', json_build_object(
    'conversation_id', conversation, 'status', status, 'assignee_id', assignee, 'team_id', team,
    'channel_id', channel, 'organization_id', organization, 'message_id', message
  )::text)::event_input
$$;

/* A conversation has these tags now. */
create or replace function tags_event(tagged conversations, tags text[]) returns event_input
language sql stable as $$
  select row(tagged.organization_id, tagged.channel_id, 'conversation.updated', json_build_object(
    'conversation_id', tagged.id, 'status', tagged.status, 'assignee_id', tagged.assignee_id,
    'team_id', tagged.team_id, 'channel_id', tagged.channel_id, 'organization_id', tagged.organization_id, 'tags', tags
  )::text)::event_input
$$;

/* Somebody wrote a note about a conversation. */
create or replace function conversation_note_event(noted conversations, note conversation_notes) returns event_input
language sql stable as $$
  select row(noted.organization_id, noted.channel_id, 'conversation.note_created', json_build_object(
    'note_id', note.id, 'conversation_id', noted.id, 'channel_id', noted.channel_id, 'author', note.author,
    'mentions', note.mentions, 'organization_id', noted.organization_id
  )::text)::event_input
$$;

/* A contact was made or changed. */
create or replace function contact_event(contact contacts) returns event_input
language sql stable as $$
  select row(contact.organization_id, null, 'contact.updated', json_build_object(
    'contact_id', contact.id, 'name', contact.name, 'organization_id', contact.organization_id
  )::text)::event_input
$$;

/* A person is being erased; programs that keep something of them erase it, too. */
create or replace function erased_event(organization text, contact text, erasure text) returns event_input
language sql stable as $$
  select row(organization, null, 'contact.erased', json_build_object(
    'contact_id', contact, 'erasure_id', erasure, 'organization_id', organization
  )::text)::event_input
$$;

/* The status of a channel changed from `previous`. */
create or replace function channel_status_event(channel channels, previous text) returns event_input
language sql stable as $$
  select row(channel.organization_id, channel.id, 'channel.status_changed', json_build_object(
    'channel_id', channel.id, 'status', channel.status, 'previous', previous, 'reason', channel.status_reason,
    'organization_id', channel.organization_id
  )::text)::event_input
$$;

/* The level of a channel's health changed; `given` is as for write_channel_health. */
create or replace function channel_health_event(organization text, channel text, given jsonb, previous text)
returns event_input
language sql stable as $$
  select row(organization, channel, 'channel.health_changed', json_build_object(
    'channel_id', channel, 'score', round((given ->> 'score')::numeric), 'level', given ->> 'level', 'previous', previous,
    'advice', given ->> 'advice', 'organization_id', organization
  )::text)::event_input
$$;

/* A channel's login is over. */
create or replace function channel_logged_out_event(channel channels) returns event_input
language sql stable as $$
  select row(channel.organization_id, channel.id, 'channel.logged_out', json_build_object(
    'channel_id', channel.id, 'reason', channel.status_reason, 'organization_id', channel.organization_id
  )::text)::event_input
$$;

/* Another number took the place of a channel's. */
create or replace function number_changed_event(
  organization text, channel text, previous text, number text, waiting text
) returns event_input language sql stable as $$
  select row(organization, channel, 'channel.number_changed', json_build_object(
    'channel_id', channel, 'phone_number', number, 'previous', previous, 'waiting', waiting,
    'organization_id', organization
  )::text)::event_input
$$;

/* A channel's number was connected through a pairing link. */
create or replace function link_used_event(organization text, channel text, link text) returns event_input
language sql stable as $$
  select row(organization, channel, 'channel.link_used', json_build_object(
    'channel_id', channel, 'link_id', link, 'phone_number', phone_number, 'organization_id', organization
  )::text)::event_input
  from channels where organization_id = organization and id = channel
$$;

/* The platform says something about a channel's number or account. */
create or replace function channel_alert_event(organization text, channel text, given json) returns event_input
language sql stable as $$
  select row(organization, channel, 'channel.alerted', json_build_object(
    'channel_id', channel, 'alert', given ->> 'type', 'severity', given ->> 'severity',
    'text', given ->> 'text', 'advice', given ->> 'advice', 'description', given ->> 'description',
    'organization_id', organization
  )::text)::event_input
$$;

/* A number's own user name is reserved or approved now, or gone. */
create or replace function channel_username_event(organization text, channel text, given json) returns event_input
language sql stable as $$
  select row(organization, channel, 'channel.username_changed', json_build_object(
    'channel_id', channel, 'username', given ->> 'username', 'status', given ->> 'status',
    'organization_id', organization
  )::text)::event_input
$$;

/* A template's status changed, possibly to `deleted`; goes to the endpoints of one channel of its account. */
create or replace function template_event(template templates, channel text, status text) returns event_input
language sql stable as $$
  select row(template.organization_id, channel, 'template.status_update', json_build_object(
    'template_id', template.id, 'status', status, 'organization_id', template.organization_id,
    'channel_id', channel, 'name', template.name, 'language', template.language,
    'rejected_reason', case when status <> 'deleted' then template.rejected_reason end
  )::text)::event_input
$$;

/* An order was placed, or its status or payment changed. */
create or replace function order_event(placed orders) returns event_input
language sql stable as $$
  select row(placed.organization_id, placed.channel_id, 'commerce.order.updated', json_build_object(
    'order_id', placed.id, 'order_no', placed.order_no::text, 'status', placed.status,
    'payment_status', placed.payment_status, 'message_id', placed.message_id,
    'conversation_id', placed.conversation_id, 'contact_id', placed.contact_id,
    'channel_id', placed.channel_id, 'organization_id', placed.organization_id
  )::text)::event_input
$$;

/* The name of a contact where records are listed. */
create or replace function contact_label(contact contacts) returns text
language sql immutable as $$
  select coalesce(contact.name, contact.phone_number, contact.email, contact.external_id, contact.id)
$$;

/* What every event about a record of the CRM says. The record may be gone already, so its kind and name are given. */
create or replace function record_members(organization text, record text, record_kind text, called text) returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'object_kind', record_kind, 'record_id', record, 'display_name', called, 'organization_id', organization
  )
$$;

/* A record was created, updated or deleted. */
create or replace function record_event(
  event_type text, organization text, record text, record_kind text, called text
) returns event_input language sql stable as $$
  select row(
    organization, null, event_type, record_members(organization, record, record_kind, called)::text
  )::event_input
$$;

/* A contact became part of another one, and is gone. */
create or replace function record_merged_event(gone contacts, kept text) returns event_input
language sql stable as $$
  select row(gone.organization_id, null, 'crm.record.deleted', (
    record_members(gone.organization_id, gone.id, 'contact', contact_label(gone))
    || jsonb_build_object('merged_into', kept)
  )::text)::event_input
$$;

/* A deal moved from a stage to the one where it is now. */
create or replace function stage_event(deal crm_records, previous_stage text) returns event_input
language sql stable as $$
  select row(deal.organization_id, null, 'crm.deal.stage_changed', (
    record_members(deal.organization_id, deal.id, deal.kind, deal.name) || jsonb_build_object(
      'pipeline_id', deal.pipeline_id, 'stage', deal.stage, 'previous_stage', previous_stage
    )
  )::text)::event_input
$$;

/* A task was completed. */
create or replace function task_event(task crm_records) returns event_input
language sql stable as $$
  select row(task.organization_id, null, 'crm.task.completed', (
    record_members(task.organization_id, task.id, task.kind, task.name)
    || jsonb_build_object('completed_at', iso_time(task.completed_at))
  )::text)::event_input
$$;

/* A comment on a record was written or deleted. */
create or replace function comment_event(
  event_type text, organization text, record text, record_kind text, called text, comment text
) returns event_input language sql stable as $$
  select row(organization, null, event_type, (
    record_members(organization, record, record_kind, called) || jsonb_build_object('comment_id', comment)
  )::text)::event_input
$$;

/* A record was put on a list, or taken off it. The list may be gone, too. */
create or replace function entry_event(
  event_type text, organization text, record text, record_kind text, called text, list text, list_name text
) returns event_input language sql stable as $$
  select row(organization, null, event_type, (
    record_members(organization, record, record_kind, called)
    || jsonb_build_object('list_id', list, 'list_name', list_name)
  )::text)::event_input
$$;

/* A record was linked to a related one, or unlinked from it. */
create or replace function relationship_event(
  event_type text, organization text, record text, record_kind text, called text,
  relationship text, relation text, related text, related_kind text
) returns event_input language sql stable as $$
  select row(organization, null, event_type, (
    record_members(organization, record, record_kind, called) || jsonb_build_object(
      'relationship_id', relationship, 'type', relation,
      'related_object_kind', related_kind, 'related_record_id', related
    )
  )::text)::event_input
$$;

/* How far an import is, or how it ended. */
create or replace function import_event(event_type text, job imports) returns event_input
language sql stable as $$
  select row(job.organization_id, null, event_type, json_build_object(
    'import_id', job.id, 'object_kind', 'contact', 'status', job.status, 'dry_run', job.dry_run,
    'bytes', job.bytes, 'bytes_done', job.place_offset, 'records', job.records, 'created', job.created,
    'updated', job.updated, 'unchanged', job.unchanged, 'duplicates', job.duplicates, 'refused', job.refused,
    'error', job.error, 'organization_id', job.organization_id
  )::text)::event_input
$$;

/* How far a broadcast is. One that sends from a single channel is an event of that channel. */
create or replace function broadcast_event(event_type text, known broadcasts) returns event_input
language sql stable as $$
  select row(
    known.organization_id, case when cardinality(known.channel_ids) = 1 then known.channel_ids[1] end, event_type,
    json_build_object(
      'broadcast_id', known.id, 'name', known.name, 'status', known.status,
      'counts', broadcast_counts(known.organization_id, known.id), 'stopped_by', known.stopped_by::json,
      'organization_id', known.organization_id
    )::text
  )::event_input
$$;

/* A budget crossed a line in the period that began then, with so much spent. */
create or replace function budget_event(event_type text, known budgets, began_at timestamptz, spent numeric)
returns event_input language sql stable as $$
  select row(known.organization_id, case known.scope when 'channel' then known.scope_id end, event_type, json_build_object(
    'budget_id', known.id, 'scope', known.scope, 'scope_id', nullif(known.scope_id, ''), 'period', known.period,
    'amount', known.amount, 'currency', known.currency, 'spent', spent, 'stop', known.stop,
    'began_at', iso_time(began_at),
    'begins_again_at', iso_time(period_ends(known.period, known.time_zone, began_at)),
    'organization_id', known.organization_id
  )::text)::event_input
$$;

/* An endpoint does nothing but fail, and will be disabled at some time. */
create or replace function endpoint_failing_event(
  target webhook_endpoints, disabled_at timestamptz, response_status integer, error text
) returns event_input language sql stable as $$
  select row(target.organization_id, null, 'endpoint.failing', json_build_object(
    'endpoint_id', target.id, 'organization_id', target.organization_id,
    'failing_since', iso_time(target.failing_since), 'disabled_at', iso_time(disabled_at),
    'response_status', response_status, 'error', error
  )::text)::event_input
$$;

/* An endpoint was disabled. */
create or replace function endpoint_disabled_event(target webhook_endpoints, reason text) returns event_input
language sql stable as $$
  select row(target.organization_id, null, 'endpoint.disabled', json_build_object(
    'endpoint_id', target.id, 'organization_id', target.organization_id, 'reason', reason,
    'failing_since', iso_time(target.failing_since)
  )::text)::event_input
$$;

/* Events that waited for an endpoint were deleted by the retention. */
create or replace function deliveries_expired_event(target webhook_endpoints, deliveries integer) returns event_input
language sql stable as $$
  select row(target.organization_id, null, 'endpoint.deliveries_expired', json_build_object(
    'endpoint_id', target.id, 'organization_id', target.organization_id, 'deliveries', deliveries
  )::text)::event_input
$$;

/* An endpoint works again; `failing` is its row from before. */
create or replace function endpoint_recovered_event(failing webhook_endpoints) returns event_input
language sql stable as $$
  select row(failing.organization_id, null, 'endpoint.recovered', json_build_object(
    'endpoint_id', failing.id, 'organization_id', failing.organization_id,
    'failing_since', iso_time(failing.failing_since)
  )::text)::event_input
$$;
