/** No table grows without an end: each says what ends its rows, and those that only age end do. */
import { expect, test } from "bun:test";
import { forgetRecords } from "../../db/maintenance/forget-records.ts";
import { sharedDatabase } from "../support/shared-database.ts";

/** How the rows of each table are removed, or kept few. A new table needs a line here, and code that does so. */
const ENDS: Record<string, string> = {
  agent_usage: "forgetRecords, 25 hours",
  api_keys: "revoked by a person; forgetOauthTokens, of programs that did not come back",
  approval_asks: "forgetRecords, retention, as approvals",
  approvals: "forgetRecords, retention",
  audit_chains: "one an organisation",
  audit_links: "forgetRecords, a day after their entries",
  audit_log: "forgetRecords, WAYPOST_AUDIT_DAYS",
  audit_waiting: "linked by the next look of a daemon",
  broadcast_people: "with the broadcast",
  broadcast_tallies: "gathered as they are written; with the broadcast",
  broadcasts: "forgetRecords, retention after the last change, once it is over",
  channel_health: "one a channel",
  budget_alerts: "forgetRecords, 62 days after the period began; with the budget",
  budget_spending: "forgetRecords, 62 days after the period began; with the budget",
  budgets: "deleted by a person",
  channels: "one a channel; stays as a mark when it is deleted",
  channel_numbers:
    "one for each number that a channel had before; stays with the channel, whose messages name them",
  contact_aliases: "with the contact",
  contact_consents: "with the contact",
  contact_erasures: "forgetRecords, WAYPOST_AUDIT_DAYS after the end",
  contact_history: "with the contact",
  contact_identities: "with the contact",
  contact_notes: "with the contact",
  contact_pictures: "with the contact",
  contact_search: "with the contact",
  contact_tags: "with the contact",
  contacts: "deleted by a person",
  conversation_aliases: "one a conversation that was merged",
  conversation_notes: "with the contact",
  conversation_reads: "one a conversation and reader",
  conversation_tags: "with the conversation, or taken away by a person",
  conversations: "one a contact and channel; with the contact",
  cost_contacts: "one a contact, channel, category and month; with the contact",
  group_people: "with who leaves the group, or the group",
  free_answers: "few a number and month: now and then they become one",
  cost_accounts: "one a day, messaging account, channel, category and country; kept, as cost_sums are",
  cost_counters: "one a business, market, category and month",
  cost_recounts: "one an organisation, while its costs are counted anew",
  cost_templates: "one a day, template, channel and category; kept, as cost_sums are",
  cost_sums: "one a day and a month for what messages are counted by; kept, for it is what was paid",
  crm_comments: "with the record",
  crm_list_entries: "with the record or list",
  crm_lists: "deleted by a person",
  crm_pipelines: "deleted by a person",
  crm_records: "deleted by a person",
  crm_relationships: "with the records",
  daemons: "left, or swept without a heartbeat",
  deliveries: "partitions past the retention",
  delivery_requests: "forgetExpired and forgetOlder, retention; with the contact that it is about",
  derived_secrets: "one a purpose",
  device_logins: "ten minutes after their expiry, at the next one; a thousand at most",
  drift: "forgetDrift, 180 days after it last came; 200 shapes a source at most",
  early_revisions: "applied to their message; forgetRecords, a week",
  events: "partitions past the retention",
  function_sets: "dropUnusedFunctions, a week after the last daemon that used them",
  idempotency_keys: "forgetExpired, 24 hours",
  import_contacts: "forgetImports, a week after the end of the import",
  import_parts: "once the import has ended",
  import_refusals: "forgetImports, with the import",
  imports: "forgetImports, retention",
  inbox_turns: "one a channel",
  inbound_routes: "forgetRoutes, once nothing waits for it",
  installation: "one row",
  database_copy: "one row",
  lane_items: "done, cancelled or expired; those without a message by dropExpired",
  lanes: "forgetRecords, once its channel or endpoint is gone",
  login_failures: "forgetExpiredLogins, 24 hours",
  login_networks: "forgetExpiredLogins, 90 days after the last login; with the user",
  login_providers: "one an organisation; removed by a person",
  login_sessions: "forgetExpiredLogins, their expiry",
  marketing_holds: "forgetRecords, once it is over",
  media: "sweepMedia, retention",
  media_copies: "with the file",
  media_usage: "one an organisation",
  message_attempts: "partitions past the retention",
  message_cancellations: "forgetRecords, retention",
  message_costs: "forgetRecords, with the messages or after 45 days",
  message_search_blocks: "with their messages: dropExpired and forgetOlder",
  message_search_places: "one an organisation",
  message_search_words: "with the block",
  messages: "partitions past the retention",
  oauth_tokens: "forgetOauthTokens, a day after their expiry; with the key",
  order_numbers: "one an organisation",
  orders: "forgetRecords, retention after the last change",
  organizations: "one an organisation",
  pairing_links: "an hour after it is made, at the next sweep; revoked by a person",
  phone_registrations: "forgetRecords, a week",
  push_subscriptions: "with the login; after a week in which its push service took nothing",
  pooled_settings: "two, of daemons behind a pooler",
  portfolio_people: "a day after the last call: by the next one, or forgetRecords",
  portfolios: "one a portfolio",
  provider_logins: "with the login",
  provider_messages: "dropExpired, with the messages",
  provider_webhooks: "processed; those set aside by forgetExpired, retention",
  rate_cards: "one a currency and day",
  rates: "with the card",
  rate_windows: "the limits' own tidying, once their window is over",
  response_times: "forgetRecords, two years",
  resumable_pieces: "once its upload is a file, or by sweepMedia",
  resumable_uploads: "sweepMedia, a day after the last byte; deleted by a client",
  schema_functions: "one a file of the program",
  schema_migrations: "one a file of the program",
  schema_program: "one row",
  taken_login_states: "twenty minutes after it was taken, at the next one",
  suppressions: "with the contact, or lifted by a person",
  template_syncs: "forgetRecords, retention",
  teams: "deleted by a person",
  templates: "with the platform's, or deleted by a person",
  quick_replies: "deleted by a person",
  traffic_counts: "forgetTraffic, three hours to 62 days by the length of its step",
  traffic_places: "one an organisation",
  user_identities: "with the user",
  user_tokens: "forgetExpiredLogins, 30 days after their expiry",
  users: "removed by a person",
  user_factors: "removed by their user, ten each; with the user",
  user_recovery_codes: "used up, ten a user; with the user",
  web_checks: "once asked; forgetLookups, a week; with the session",
  web_choices: "forgetWebMessages, two days",
  web_holes: "once the phone answered, or was asked three times; with the session",
  web_lookups: "forgetLookups, a day",
  web_messages: "forgetWebMessages, retention",
  web_recipients: "forgetRecords, retention after the last time; with the session",
  web_requests: "taken away with its answer; forgetWebRequests, an hour",
  web_session_keys: "with the session; arrived messages by forgetArrived, retention",
  web_sessions: "with the channel",
  webhook_endpoints: "deleted by a person",
  webhook_replays: "forgetExpired, retention",
  webhook_secrets: "with the endpoint, or after a rotation",
};

const database = sharedDatabase();

test("every table has an end that is written down", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(ENDS).sort());
});

/** A row of each table that age alone ends; `at` is when it was last of use. */
const ROWS: Record<string, (at: string) => PromiseLike<unknown>> = {
  audit_log: (at) => database.sql`
    insert into audit_log (organization_id, id, action, actor_type, target_type, created_at)
    values ('org', ${at}, 'key.created', 'command', 'key', now() - ${at}::interval)`,
  contact_erasures: (at) => database.sql`
    insert into contact_erasures (organization_id, id, contact_id, reason, erase_at, author, finished_at)
    values ('org', ${at}, 'ct', 'asked', now(), 'key', now() - ${at}::interval)`,
  orders: (at) => database.sql`
    insert into orders (organization_id, id, order_no, message_id, channel_id, conversation_id, items, created_at, updated_at)
    values ('org', ${at}, 1, gen_random_uuid(), 'ch', 'cv', '[]', now() - interval '9000 hours', now() - ${at}::interval)`,
  template_syncs: (at) => database.sql`
    insert into template_syncs (organization_id, id, created_at) values ('org', ${at}, now() - ${at}::interval)`,
  message_cancellations: (at) => database.sql`
    insert into message_cancellations (organization_id, id, dry_run, last_position, created_at)
    values ('org', ${at}, false, 0, now() - ${at}::interval)`,
  message_costs: (at) => database.sql`
    insert into message_costs (
      organization_id, message_id, channel_id, state, day, currency, category, type, country, key, broadcast_id
    )
    values ('org', gen_random_uuid(), 'ch', 'free', now() - ${at}::interval, 'EUR', 'service', 'x', '', '', '')`,
  early_revisions: (at) => database.sql`
    insert into early_revisions (organization_id, channel_id, original_id, provider_message_id, revision, created_at)
    values ('org', 'ch', ${at}, 'wamid', '{}', now() - ${at}::interval)`,
  phone_registrations: (at) => database.sql`
    insert into phone_registrations (phone_number_id, organization_id, tried_at)
    values (${at}, 'org', now() - ${at}::interval)`,
  portfolio_people: async (at) => {
    await database.sql`
      insert into portfolios (id, people) values ('pf', 1)
      on conflict (id) do update set people = portfolios.people + 1`;
    await database.sql`
      insert into portfolio_people (organization_id, portfolio_id, contact_id, called_at)
      values ('org', 'pf', ${at}, case when ${at} = '100 hours' then now() else now() - ${at}::interval end)`;
  },
  response_times: (at) => database.sql`
    insert into response_times (organization_id, conversation_id, kind, began_at, ended_at, channel_id, author)
    values ('org', ${at}, 'answer', now(), now() - interval '17000 hours' - ${at}::interval, 'ch', 'phone')`,
  marketing_holds: (at) => database.sql`
    insert into marketing_holds (portfolio_id, organization_id, contact_id, until)
    values ('pf', 'org', ${at}, now() + interval '200 hours' - ${at}::interval)`,
  web_recipients: (at) => database.sql`
    insert into web_recipients (organization_id, channel_id, phone, opened_at)
    values ('org', 'ch', ${at}, now() - ${at}::interval)`,
};

test.each(Object.entries(ROWS))("old rows of %s are forgotten, young ones stay", async (table, insert) => {
  await insert("2600 hours");
  await insert("100 hours");
  await forgetRecords(database.sql, { retention: 30, audit: 100 });
  expect(await database.sql`select from ${database.sql(table)}`).toHaveLength(1);
});

test("the lane of a channel that is gone is forgotten once it is empty and nobody's", async () => {
  const { sql } = database;
  await sql`
    insert into channels (organization_id, id, platform, status, name, deleted_at)
    values ('org', 'ch_here', 'whatsapp_official', 'connected', 'Here', null),
      ('org', 'ch_gone', 'whatsapp_official', 'connected', 'Gone', now()),
      ('org', 'ch_busy', 'whatsapp_official', 'connected', 'Busy', now())`;
  await sql`
    insert into lanes (organization_id, kind, lane_id, owner)
    values ('org', 'channel', 'ch_here', null), ('org', 'channel', 'ch_gone', null), ('org', 'channel', 'ch_busy', 'dmn')`;
  await forgetRecords(sql, { retention: 30, audit: 100 });
  const rows = await sql<{ lane_id: string }[]>`select lane_id from lanes order by lane_id`;
  expect(rows.map(({ lane_id }) => lane_id)).toEqual(["ch_busy", "ch_here"]);
});

test("nobody deletes a young entry of the audit log", async () => {
  const deleting = database.sql`delete from audit_log where created_at > now() - interval '200 hours'`;
  expect(await Promise.resolve(deleting).catch(String)).toContain("append-only");
});
