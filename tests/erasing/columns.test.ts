/** What becomes of each text of the database when a person is erased. A new column needs its place in named-in.ts, and its rule in SQL. */
import { expect, test } from "bun:test";
import { sharedDatabase } from "../support/shared-database.ts";
import { ERASED } from "./named-in.ts";

const database = sharedDatabase();

/** Tables that name nobody who is written to: settings, colleagues, counts, and what runs. */
const OF_NOBODY = [
  ...["audit_chains", "audit_waiting"],
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
    "cost_accounts",
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
