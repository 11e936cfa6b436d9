/** What becomes of each text of the database when a person is erased. A new column needs a line here, and its rule in SQL. */
import { expect, test } from "bun:test";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

/** Tables in which a person's rows go, or lose who they were of; with the columns that this was decided for. */
const ERASED: Record<string, string> = {
  approval_asks: "approval_id channel_id address template message_id shown reason",
  approvals:
    "id key_id channel_id status address user_id input message preview template_hash decided_by reason message_id",
  audit_log: "id action actor_type actor_id target_type target_id address request_id changes",
  broadcast_people: "broadcast_id contact_id status reason zone channel_id message_id",
  broadcasts: "id name status channel_ids plan stopped_by audience_place zones preview author counted",
  contact_aliases: "id contact_id",
  contact_consents: "contact_id channel state source proof",
  contact_erasures: "id contact_id reason status person stage place author",
  contact_history: "id contact_id action detail",
  contact_identities: "type source value contact_id",
  contact_notes: "contact_id id body author",
  contact_pictures: "contact_id channel_id mime_type bytes",
  contact_search: "contact_id words",
  contact_tags: "name contact_id",
  contacts: "id phone_number name email external_source external_id custom_fields profile_name",
  conversation_aliases: "id conversation_id",
  conversation_notes: "conversation_id id body author mentions",
  conversation_reads: "conversation_id reader",
  conversation_tags: "name conversation_id",
  conversations: "id channel_id contact_id status assignee_id user_id handled_by held_by team_id",
  cost_contacts: "contact_id channel_id category currency",
  crm_comments: "record_id id body author",
  crm_list_entries: "list_id record_id",
  crm_records: "id kind name custom_fields pipeline_id stage currency assignee_id",
  crm_relationships: "id record_id related_record_id type",
  deliveries:
    "id endpoint_id event_id event_type status trigger response_body error replay_id bundle_ids bundle_event_ids bundle_event_types bundle_response_statuses bundle_response_bodies bundle_durations_ms bundle_finished_at",
  delivery_requests: "id same_as request contact_id participant_contact_id",
  early_revisions: "channel_id original_id provider_message_id revision",
  events: "id type channel_id body",
  group_people: "channel_id group_id participant phone",
  idempotency_keys: "key fingerprint response",
  import_contacts: "import_id contact",
  import_refusals: "import_id code detail record",
  imports: "id status format encoding file_name on_error default_country settings error",
  lane_items: "kind lane_id item_id order_key state held_reason media_ids deliveries daemon_id retries",
  marketing_holds: "portfolio_id contact_id",
  media:
    "id channel_id message_id provider_media_id kind status mime_type file_name sha256 error direction waveform converted_from encoding for_channels",
  media_copies: "media_id phone_number_id provider_media_id",
  message_attempts: "message_id daemon_id outcome error",
  message_cancellations: "id channel_ids conversation_id contact_id status type address position",
  message_costs:
    "message_id channel_id state currency category type country basis unit market counted key broadcast_id participant template",
  message_search_words: "word moments",
  messages:
    "id channel_id conversation_id contact_id direction type status address content metadata rendered_as provider_message_id error pricing status_history result edits user_id participant broadcast_id author cost imported_from",
  orders: "id message_id channel_id conversation_id contact_id catalog_id note items status payment_status",
  portfolio_people: "portfolio_id contact_id message_id",
  provider_messages: "channel_id provider_message_id message_id",
  provider_webhooks: "provider body error route failure_id channel_id",
  response_times: "conversation_id kind channel_id team_id author",
  suppressions: "contact_id channel reason proof",
  web_checks: "channel_id phone",
  web_choices: "conversation_id message_id provider_message_id reply choices",
  web_holes: "id channel_id conversation_id before_id request_id",
  web_lookups: "channel_id phone answer",
  web_messages: "channel_id provider_message_id remote_jid sealed",
  web_recipients: "channel_id phone jid",
  web_requests: "id channel_id request answer",
  web_session_keys: "channel_id category id value",
};

/** Tables that name nobody who is written to: settings, colleagues, counts, and what runs. */
const OF_NOBODY = [
  ...[
    "agent_usage",
    "api_keys",
    "budget_alerts",
    "budget_spending",
    "budgets",
    "channel_health",
    "channel_numbers",
  ],
  ...[
    "channels",
    "broadcast_tallies",
    "cost_counters",
    "cost_recounts",
    "cost_sums",
    "cost_templates",
    "crm_lists",
  ],
  ...[
    "crm_pipelines",
    "daemons",
    "database_copy",
    "derived_secrets",
    "device_logins",
    "drift",
    "free_answers",
  ],
  ...[
    "function_sets",
    "inbound_routes",
    "inbox_turns",
    "installation",
    "lanes",
    "login_failures",
    "login_networks",
  ],
  ...["login_providers", "provider_logins", "taken_login_states", "user_identities"],
  ...["login_sessions", "media_usage", "message_search_blocks", "message_search_places", "oauth_tokens"],
  ...[
    "order_numbers",
    "organizations",
    "pairing_links",
    "phone_registrations",
    "pooled_settings",
    "portfolios",
  ],
  ...["push_subscriptions", "quick_replies", "rate_cards", "rate_windows", "rates", "schema_functions"],
  ...["schema_migrations", "schema_program", "teams", "template_syncs", "templates", "traffic_counts"],
  ...["traffic_places", "user_tokens", "users", "web_sessions", "webhook_endpoints", "webhook_replays"],
  ...["user_factors", "user_recovery_codes", "webhook_secrets"],
  // the file as it came: gone when the import ends; an uploaded file that no message has is nobody's
  ...["import_parts", "resumable_pieces", "resumable_uploads"],
];

test("of every text and id that is kept, it is decided what becomes of it", async () => {
  const rows = await database.sql<{ name: string; columns: string }[]>`
    select relation.relname::text as name, string_agg(known.column_name, ' ' order by known.ordinal_position) as columns
    from pg_class as relation
    join information_schema.columns as known on known.table_schema = 'public' and known.table_name = relation.relname
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
      and not relation.relispartition and known.column_name <> 'organization_id'
      and known.data_type in ('text', 'json', 'jsonb', 'bytea', 'uuid', 'ARRAY')
    group by 1 order by 1`;
  const found = rows.filter(({ name }) => !OF_NOBODY.includes(name));
  expect(Object.fromEntries(found.map(({ name, columns }) => [name, columns]))).toEqual(ERASED);
});
