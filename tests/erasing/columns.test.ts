/** What becomes of each text of the database when a person is erased. A new column needs a line here, and its rule in SQL. */
import { expect, test } from "bun:test";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

/** Tables in which a person's rows go, or lose who they were of. */
const ERASED = [
  ...[
    "contacts",
    "contact_aliases",
    "contact_consents",
    "contact_erasures",
    "contact_history",
    "contact_identities",
  ],
  ...["contact_notes", "contact_pictures", "contact_search", "contact_tags", "cost_contacts", "suppressions"],
  ...[
    "conversations",
    "conversation_aliases",
    "conversation_notes",
    "conversation_reads",
    "conversation_tags",
  ],
  ...["response_times", "orders", "web_choices", "message_cancellations", "broadcasts", "broadcast_people"],
  ...["portfolio_people", "marketing_holds", "group_people", "message_costs", "audit_log"],
  ...["web_lookups", "web_recipients", "web_checks", "web_requests", "web_session_keys", "web_messages"],
  ...["messages", "message_attempts", "provider_messages", "message_search_words", "media", "media_copies"],
  ...["events", "deliveries", "delivery_requests", "lane_items", "early_revisions", "provider_webhooks"],
  ...["approvals", "approval_asks", "idempotency_keys", "crm_comments", "crm_list_entries", "crm_records"],
  ...["crm_relationships", "imports", "import_contacts", "import_refusals"],
];

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
  ...["webhook_secrets"],
  // the file as it came: gone when the import ends; an uploaded file that no message has is nobody's
  ...["import_parts", "resumable_pieces", "resumable_uploads"],
];

test("every table says what becomes of a person in it", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  expect(rows.map(({ name }) => name).sort()).toEqual([...ERASED, ...OF_NOBODY].sort());
});
