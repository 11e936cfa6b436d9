/**
 * Every file of tables and every migration, imported as text so that a compiled executable carries it. A new migration
 * is one import and one line of the table; `tests/db/migrate.test.ts` compares the tables with the folders.
 */
import type { SqlFile } from "../functions/files.ts";
import endpointForms from "./migrations/0201_endpoint_forms.sql" with { type: "text" };
import conversationHolds from "./migrations/0202_conversation_holds.sql" with { type: "text" };
import deliveryRequests from "./migrations/0204_delivery_requests.sql" with { type: "text" };
import graphIds from "./migrations/0206_graph_ids.sql" with { type: "text" };
import formatEvents from "./migrations/0207_format_events.sql" with { type: "text" };
import pushSubscriptions from "./migrations/0208_push_subscriptions.sql" with { type: "text" };
import contacted from "./migrations/0211_contacted.sql" with { type: "text" };
import teams from "./migrations/0214_teams.sql" with { type: "text" };
import responseTimes from "./migrations/0215_response_times.sql" with { type: "text" };
import contactPictures from "./migrations/0216_contact_pictures.sql" with { type: "text" };
import pastMessages from "./migrations/0220_past_messages.sql" with { type: "text" };
import webHoles from "./migrations/0221_web_holes.sql" with { type: "text" };
import historyAsked from "./migrations/0222_history_asked.sql" with { type: "text" };
import newChats from "./migrations/0230_new_chats.sql" with { type: "text" };
import contactErasures from "./migrations/0250_contact_erasures.sql" with { type: "text" };
import blocked from "./migrations/0260_blocked.sql" with { type: "text" };
import erasureIds from "./migrations/0261_erasure_ids.sql" with { type: "text" };
import userFactors from "./migrations/0262_user_factors.sql" with { type: "text" };
import passkeys from "./migrations/0263_passkeys.sql" with { type: "text" };
import erasedAgain from "./migrations/0264_erased_again.sql" with { type: "text" };
import requiredFactors from "./migrations/0265_required_factors.sql" with { type: "text" };
import loginProviders from "./migrations/0266_login_providers.sql" with { type: "text" };
import retention from "./migrations/0267_retention.sql" with { type: "text" };
import costAccounts from "./migrations/0268_cost_accounts.sql" with { type: "text" };
import auditChain from "./migrations/0269_audit_chain.sql" with { type: "text" };
import archived from "./migrations/0270_archived.sql" with { type: "text" };
import labels from "./migrations/0271_labels.sql" with { type: "text" };
import messagingAccounts from "./migrations/0272_messaging_accounts.sql" with { type: "text" };
import legalHolds from "./migrations/0273_legal_holds.sql" with { type: "text" };
import auditDeeds from "./migrations/0274_audit_deeds.sql" with { type: "text" };
import apiKeys from "./tables/access/api-keys.sql" with { type: "text" };
import audit from "./tables/access/audit.sql" with { type: "text" };
import organizations from "./tables/access/organizations.sql" with { type: "text" };
import requests from "./tables/access/requests.sql" with { type: "text" };
import users from "./tables/access/users.sql" with { type: "text" };
import channels from "./tables/channels/channels.sql" with { type: "text" };
import portfolios from "./tables/channels/portfolios.sql" with { type: "text" };
import templates from "./tables/channels/templates.sql" with { type: "text" };
import webSessions from "./tables/channels/web-sessions.sql" with { type: "text" };
import contactDetails from "./tables/contacts/contact-details.sql" with { type: "text" };
import contacts from "./tables/contacts/contacts.sql" with { type: "text" };
import conversations from "./tables/contacts/conversations.sql" with { type: "text" };
import crm from "./tables/contacts/crm.sql" with { type: "text" };
import imports from "./tables/contacts/imports.sql" with { type: "text" };
import budgets from "./tables/costs/budgets.sql" with { type: "text" };
import costs from "./tables/costs/costs.sql" with { type: "text" };
import rateCards from "./tables/costs/rate-cards.sql" with { type: "text" };
import events from "./tables/events/events.sql" with { type: "text" };
import traffic from "./tables/events/traffic.sql" with { type: "text" };
import webhooks from "./tables/events/webhooks.sql" with { type: "text" };
import drift from "./tables/installation/drift.sql" with { type: "text" };
import ids from "./tables/installation/ids.sql" with { type: "text" };
import installation from "./tables/installation/installation.sql" with { type: "text" };
import approvals from "./tables/messages/approvals.sql" with { type: "text" };
import broadcasts from "./tables/messages/broadcasts.sql" with { type: "text" };
import inbound from "./tables/messages/inbound.sql" with { type: "text" };
import inputs from "./tables/messages/inputs.sql" with { type: "text" };
import lanes from "./tables/messages/lanes.sql" with { type: "text" };
import media from "./tables/messages/media.sql" with { type: "text" };
import messageSearch from "./tables/messages/message-search.sql" with { type: "text" };
import messages from "./tables/messages/messages.sql" with { type: "text" };
import orders from "./tables/messages/orders.sql" with { type: "text" };

/** The tables that every database begins with, by subject. None needs another one. */
export const TABLES: SqlFile[] = [
  ["tables/installation/ids.sql", ids],
  ["tables/installation/installation.sql", installation],
  ["tables/installation/drift.sql", drift],
  ["tables/access/organizations.sql", organizations],
  ["tables/access/users.sql", users],
  ["tables/access/api-keys.sql", apiKeys],
  ["tables/access/audit.sql", audit],
  ["tables/access/requests.sql", requests],
  ["tables/channels/channels.sql", channels],
  ["tables/channels/portfolios.sql", portfolios],
  ["tables/channels/templates.sql", templates],
  ["tables/channels/web-sessions.sql", webSessions],
  ["tables/contacts/contacts.sql", contacts],
  ["tables/contacts/contact-details.sql", contactDetails],
  ["tables/contacts/conversations.sql", conversations],
  ["tables/contacts/imports.sql", imports],
  ["tables/contacts/crm.sql", crm],
  ["tables/messages/inputs.sql", inputs],
  ["tables/messages/messages.sql", messages],
  ["tables/messages/message-search.sql", messageSearch],
  ["tables/messages/lanes.sql", lanes],
  ["tables/messages/inbound.sql", inbound],
  ["tables/messages/media.sql", media],
  ["tables/messages/orders.sql", orders],
  ["tables/messages/broadcasts.sql", broadcasts],
  ["tables/messages/approvals.sql", approvals],
  ["tables/events/events.sql", events],
  ["tables/events/webhooks.sql", webhooks],
  ["tables/events/traffic.sql", traffic],
  ["tables/costs/rate-cards.sql", rateCards],
  ["tables/costs/costs.sql", costs],
  ["tables/costs/budgets.sql", budgets],
];

/** All tables as the migration that is applied first: all of them are made, or none. */
export const BASELINE: SqlFile = ["0200_baseline.sql", TABLES.map(([, text]) => text).join("\n")];

/** Applied once, in this order, never changed after landing but for comments. */
export const MIGRATIONS: SqlFile[] = [
  BASELINE,
  ["0201_endpoint_forms.sql", endpointForms],
  ["0202_conversation_holds.sql", conversationHolds],
  ["0204_delivery_requests.sql", deliveryRequests],
  ["0206_graph_ids.sql", graphIds],
  ["0207_format_events.sql", formatEvents],
  ["0208_push_subscriptions.sql", pushSubscriptions],
  ["0211_contacted.sql", contacted],
  ["0214_teams.sql", teams],
  ["0215_response_times.sql", responseTimes],
  ["0216_contact_pictures.sql", contactPictures],
  ["0220_past_messages.sql", pastMessages],
  ["0221_web_holes.sql", webHoles],
  ["0222_history_asked.sql", historyAsked],
  ["0230_new_chats.sql", newChats],
  ["0250_contact_erasures.sql", contactErasures],
  ["0260_blocked.sql", blocked],
  ["0261_erasure_ids.sql", erasureIds],
  ["0262_user_factors.sql", userFactors],
  ["0263_passkeys.sql", passkeys],
  ["0264_erased_again.sql", erasedAgain],
  ["0265_required_factors.sql", requiredFactors],
  ["0266_login_providers.sql", loginProviders],
  ["0267_retention.sql", retention],
  ["0268_cost_accounts.sql", costAccounts],
  ["0269_audit_chain.sql", auditChain],
  ["0270_archived.sql", archived],
  ["0271_labels.sql", labels],
  ["0272_messaging_accounts.sql", messagingAccounts],
  ["0273_legal_holds.sql", legalHolds],
  ["0274_audit_deeds.sql", auditDeeds],
];

/** The name of the newest migration of this program. */
export const NEWEST_MIGRATION = MIGRATIONS.at(-1)?.[0] ?? "";
