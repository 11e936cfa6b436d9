/**
 * Every file of tables and every migration, imported as text so that a compiled executable carries it. A new migration
 * is one import and one line of the table; `tests/db/migrate.test.ts` compares the tables with the folders.
 */
import type { SqlFile } from "../functions/files.ts";
import loginSessions from "./migrations/0104_login_sessions.sql" with { type: "text" };
import pairingLinks from "./migrations/0105_pairing_links.sql" with { type: "text" };
import traffic from "./migrations/0106_traffic.sql" with { type: "text" };
import quickReplies from "./migrations/0108_quick_replies.sql" with { type: "text" };
import waiting from "./migrations/0109_waiting.sql" with { type: "text" };
import messageSearch from "./migrations/0110_message_search.sql" with { type: "text" };
import conversationNotes from "./migrations/0111_conversation_notes.sql" with { type: "text" };
import inboxRules from "./migrations/0112_inbox_rules.sql" with { type: "text" };
import channelNumbers from "./migrations/0113_channel_numbers.sql" with { type: "text" };
import numberChecks from "./migrations/0114_number_checks.sql" with { type: "text" };
import drift from "./migrations/0115_drift.sql" with { type: "text" };
import channelHealth from "./migrations/0116_channel_health.sql" with { type: "text" };
import usernamesSearched from "./migrations/0117_usernames_searched.sql" with { type: "text" };
import messageAuthors from "./migrations/0120_message_authors.sql" with { type: "text" };
import quickReplyFiles from "./migrations/0121_quick_reply_files.sql" with { type: "text" };
import rateCards from "./migrations/0122_rate_cards.sql" with { type: "text" };
import costs from "./migrations/0123_costs.sql" with { type: "text" };
import budgets from "./migrations/0124_budgets.sql" with { type: "text" };
import handovers from "./migrations/0125_handovers.sql" with { type: "text" };
import agents from "./migrations/0128_agents.sql" with { type: "text" };
import approvals from "./migrations/0129_approvals.sql" with { type: "text" };
import approvalAsks from "./migrations/0130_approval_asks.sql" with { type: "text" };
import oauth from "./migrations/0131_oauth.sql" with { type: "text" };
import agentMoney from "./migrations/0132_agent_money.sql" with { type: "text" };
import approvalLists from "./migrations/0133_approval_lists.sql" with { type: "text" };
import agentLogins from "./migrations/0134_device_logins_of_agents.sql" with { type: "text" };
import whoPays from "./migrations/0150_who_pays.sql" with { type: "text" };
import expectedCosts from "./migrations/0151_expected_costs.sql" with { type: "text" };
import groupCosts from "./migrations/0152_group_costs.sql" with { type: "text" };
import maxPrices from "./migrations/0158_max_prices.sql" with { type: "text" };
import pooledSettings from "./migrations/0170_pooled_settings.sql" with { type: "text" };
import costRecounts from "./migrations/0171_cost_recounts.sql" with { type: "text" };
import broadcastTiers from "./migrations/0172_broadcast_tiers.sql" with { type: "text" };
import templateCosts from "./migrations/0175_template_costs.sql" with { type: "text" };
import databaseCopies from "./migrations/0185_database_copies.sql" with { type: "text" };
import apiKeys from "./tables/api-keys.sql" with { type: "text" };
import audit from "./tables/audit.sql" with { type: "text" };
import broadcasts from "./tables/broadcasts.sql" with { type: "text" };
import channels from "./tables/channels.sql" with { type: "text" };
import contactDetails from "./tables/contact-details.sql" with { type: "text" };
import contacts from "./tables/contacts.sql" with { type: "text" };
import conversations from "./tables/conversations.sql" with { type: "text" };
import crm from "./tables/crm.sql" with { type: "text" };
import events from "./tables/events.sql" with { type: "text" };
import ids from "./tables/ids.sql" with { type: "text" };
import imports from "./tables/imports.sql" with { type: "text" };
import inbound from "./tables/inbound.sql" with { type: "text" };
import inputs from "./tables/inputs.sql" with { type: "text" };
import installation from "./tables/installation.sql" with { type: "text" };
import lanes from "./tables/lanes.sql" with { type: "text" };
import media from "./tables/media.sql" with { type: "text" };
import messages from "./tables/messages.sql" with { type: "text" };
import orders from "./tables/orders.sql" with { type: "text" };
import organizations from "./tables/organizations.sql" with { type: "text" };
import portfolios from "./tables/portfolios.sql" with { type: "text" };
import requests from "./tables/requests.sql" with { type: "text" };
import templates from "./tables/templates.sql" with { type: "text" };
import users from "./tables/users.sql" with { type: "text" };
import webSessions from "./tables/web-sessions.sql" with { type: "text" };
import webhooks from "./tables/webhooks.sql" with { type: "text" };

/** The tables that every database begins with, by subject. None needs another one. */
export const TABLES: SqlFile[] = [
  ["tables/ids.sql", ids],
  ["tables/installation.sql", installation],
  ["tables/organizations.sql", organizations],
  ["tables/users.sql", users],
  ["tables/api-keys.sql", apiKeys],
  ["tables/audit.sql", audit],
  ["tables/requests.sql", requests],
  ["tables/channels.sql", channels],
  ["tables/portfolios.sql", portfolios],
  ["tables/templates.sql", templates],
  ["tables/inputs.sql", inputs],
  ["tables/contacts.sql", contacts],
  ["tables/contact-details.sql", contactDetails],
  ["tables/conversations.sql", conversations],
  ["tables/messages.sql", messages],
  ["tables/lanes.sql", lanes],
  ["tables/inbound.sql", inbound],
  ["tables/events.sql", events],
  ["tables/webhooks.sql", webhooks],
  ["tables/media.sql", media],
  ["tables/orders.sql", orders],
  ["tables/imports.sql", imports],
  ["tables/crm.sql", crm],
  ["tables/broadcasts.sql", broadcasts],
  ["tables/web-sessions.sql", webSessions],
];

/** All tables as the migration that is applied first: all of them are made, or none. */
export const BASELINE: SqlFile = ["0100_baseline.sql", TABLES.map(([, text]) => text).join("\n")];

/** Applied once, in this order, never changed after landing but for comments. */
export const MIGRATIONS: SqlFile[] = [
  BASELINE,
  ["0104_login_sessions.sql", loginSessions],
  ["0105_pairing_links.sql", pairingLinks],
  ["0106_traffic.sql", traffic],
  ["0108_quick_replies.sql", quickReplies],
  ["0109_waiting.sql", waiting],
  ["0110_message_search.sql", messageSearch],
  ["0111_conversation_notes.sql", conversationNotes],
  ["0112_inbox_rules.sql", inboxRules],
  ["0113_channel_numbers.sql", channelNumbers],
  ["0114_number_checks.sql", numberChecks],
  ["0115_drift.sql", drift],
  ["0116_channel_health.sql", channelHealth],
  ["0117_usernames_searched.sql", usernamesSearched],
  ["0120_message_authors.sql", messageAuthors],
  ["0121_quick_reply_files.sql", quickReplyFiles],
  ["0122_rate_cards.sql", rateCards],
  ["0123_costs.sql", costs],
  ["0124_budgets.sql", budgets],
  ["0125_handovers.sql", handovers],
  ["0128_agents.sql", agents],
  ["0129_approvals.sql", approvals],
  ["0130_approval_asks.sql", approvalAsks],
  ["0131_oauth.sql", oauth],
  ["0132_agent_money.sql", agentMoney],
  ["0133_approval_lists.sql", approvalLists],
  ["0134_device_logins_of_agents.sql", agentLogins],
  ["0150_who_pays.sql", whoPays],
  ["0151_expected_costs.sql", expectedCosts],
  ["0152_group_costs.sql", groupCosts],
  ["0158_max_prices.sql", maxPrices],
  ["0170_pooled_settings.sql", pooledSettings],
  ["0171_cost_recounts.sql", costRecounts],
  ["0172_broadcast_tiers.sql", broadcastTiers],
  ["0175_template_costs.sql", templateCosts],
  ["0185_database_copies.sql", databaseCopies],
];

/** The name of the newest migration of this program. */
export const NEWEST_MIGRATION = MIGRATIONS.at(-1)?.[0] ?? "";
