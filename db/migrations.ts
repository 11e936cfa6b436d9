/**
 * Every SQL file of the program, imported as text so that a compiled executable carries it. A new file is one
 * import and one line of its table; `tests/db/migrate.test.ts` compares the tables with the folders.
 */
import ids from "./functions/10_ids.sql" with { type: "text" };
import partitions from "./functions/11_partitions.sql" with { type: "text" };
import pastRetention from "./functions/12_past_retention.sql" with { type: "text" };
import time from "./functions/12_time.sql" with { type: "text" };
import room from "./functions/13_room.sql" with { type: "text" };
import audit from "./functions/15_audit.sql" with { type: "text" };
import status from "./functions/20_status.sql" with { type: "text" };
import messageEndFunctions from "./functions/22_message_ends.sql" with { type: "text" };
import wakeLane from "./functions/30_wake_lane.sql" with { type: "text" };
import emitEvents from "./functions/31_emit_events.sql" with { type: "text" };
import ensureRecipients from "./functions/40_ensure_recipients.sql" with { type: "text" };
import acceptMessages from "./functions/41_accept_messages.sql" with { type: "text" };
import advanceMessages from "./functions/42_advance_messages.sql" with { type: "text" };
import cancelChannel from "./functions/43_cancel_channel.sql" with { type: "text" };
import cancelMessage from "./functions/44_cancel_message.sql" with { type: "text" };
import acceptBatch from "./functions/45_accept_batch.sql" with { type: "text" };
import tagConversation from "./functions/46_tag_conversation.sql" with { type: "text" };
import updateConversation from "./functions/46_update_conversation.sql" with { type: "text" };
import contactEvents from "./functions/47_contact_events.sql" with { type: "text" };
import cancelMessages from "./functions/48_cancel_messages.sql" with { type: "text" };
import lanes from "./functions/50_lanes.sql" with { type: "text" };
import startSends from "./functions/51_start_sends.sql" with { type: "text" };
import finishSends from "./functions/52_finish_sends.sql" with { type: "text" };
import laneEnds from "./functions/55_lane_ends.sql" with { type: "text" };
import inboundRoutes from "./functions/58_inbound_routes.sql" with { type: "text" };
import applyStatuses from "./functions/60_apply_statuses.sql" with { type: "text" };
import receiveMessages from "./functions/61_receive_messages.sql" with { type: "text" };
import identities from "./functions/62_identities.sql" with { type: "text" };
import reviseMessage from "./functions/63_revise_message.sql" with { type: "text" };
import createOrders from "./functions/64_create_orders.sql" with { type: "text" };
import media from "./functions/65_media.sql" with { type: "text" };
import contactFields from "./functions/66_contact_fields.sql" with { type: "text" };
import contactSearch from "./functions/66_contact_search.sql" with { type: "text" };
import writeContacts from "./functions/66_write_contacts.sql" with { type: "text" };
import upsertContacts from "./functions/67_upsert_contacts.sql" with { type: "text" };
import mergeContacts from "./functions/68_merge_contacts.sql" with { type: "text" };
import changeContacts from "./functions/69_change_contacts.sql" with { type: "text" };
import optOuts from "./functions/69_opt_outs.sql" with { type: "text" };
import endpointHealth from "./functions/70_endpoint_health.sql" with { type: "text" };
import deliveries from "./functions/71_deliveries.sql" with { type: "text" };
import resend from "./functions/72_resend.sql" with { type: "text" };
import replays from "./functions/73_replays.sql" with { type: "text" };
import templateFunctions from "./functions/80_templates.sql" with { type: "text" };
import imports from "./functions/81_imports.sql" with { type: "text" };
import crmRecords from "./functions/82_crm_records.sql" with { type: "text" };
import crmContacts from "./functions/83_crm_contacts.sql" with { type: "text" };
import crmLinks from "./functions/84_crm_links.sql" with { type: "text" };
import updateOrder from "./functions/85_update_order.sql" with { type: "text" };
import webSessionFunctions from "./functions/90_web_sessions.sql" with { type: "text" };
import writeWebKeys from "./functions/91_write_web_keys.sql" with { type: "text" };
import freeWebSessions from "./functions/92_free_web_sessions.sql" with { type: "text" };
import webSends from "./functions/93_web_sends.sql" with { type: "text" };
import webPeople from "./functions/94_web_people.sql" with { type: "text" };
import eventPositions from "./functions/95_event_positions.sql" with { type: "text" };
import writeInbound from "./functions/98_write_inbound.sql" with { type: "text" };
import schema from "./migrations/0001_schema.sql" with { type: "text" };
import inbound from "./migrations/0002_inbound.sql" with { type: "text" };
import templates from "./migrations/0003_templates.sql" with { type: "text" };
import acceptRules from "./migrations/0004_accept_rules.sql" with { type: "text" };
import installation from "./migrations/0005_installation.sql" with { type: "text" };
import webSessions from "./migrations/0006_web_sessions.sql" with { type: "text" };
import webMessages from "./migrations/0007_web_messages.sql" with { type: "text" };
import webhooks from "./migrations/0008_webhooks.sql" with { type: "text" };
import eventLog from "./migrations/0009_event_positions.sql" with { type: "text" };
import contactTables from "./migrations/0010_contacts.sql" with { type: "text" };
import contactImports from "./migrations/0011_imports.sql" with { type: "text" };
import crm from "./migrations/0012_crm.sql" with { type: "text" };
import access from "./migrations/0013_access.sql" with { type: "text" };
import masterKeys from "./migrations/0014_master_keys.sql" with { type: "text" };
import limits from "./migrations/0015_limits.sql" with { type: "text" };
import organizations from "./migrations/0016_organizations.sql" with { type: "text" };
import listIndexes from "./migrations/0018_list_indexes.sql" with { type: "text" };
import messageEnds from "./migrations/0021_message_ends.sql" with { type: "text" };
import inboundRouteTables from "./migrations/0022_inbound_routes.sql" with { type: "text" };
import backlogs from "./migrations/0023_backlogs.sql" with { type: "text" };
import claims from "./migrations/0024_claims.sql" with { type: "text" };
import callers from "./migrations/0026_access.sql" with { type: "text" };
import conversations from "./migrations/0028_conversations.sql" with { type: "text" };
import orderConversations from "./migrations/0029_order_conversations.sql" with { type: "text" };

/** A file's name and its text. */
export type SqlFile = [name: string, text: string];

/** Applied once, in this order, never edited after landing. */
export const MIGRATIONS: SqlFile[] = [
  ["0001_schema.sql", schema],
  ["0002_inbound.sql", inbound],
  ["0003_templates.sql", templates],
  ["0004_accept_rules.sql", acceptRules],
  ["0005_installation.sql", installation],
  ["0006_web_sessions.sql", webSessions],
  ["0007_web_messages.sql", webMessages],
  ["0008_webhooks.sql", webhooks],
  ["0009_event_positions.sql", eventLog],
  ["0010_contacts.sql", contactTables],
  ["0011_imports.sql", contactImports],
  ["0012_crm.sql", crm],
  ["0013_access.sql", access],
  ["0014_master_keys.sql", masterKeys],
  ["0015_limits.sql", limits],
  ["0016_organizations.sql", organizations],
  ["0018_list_indexes.sql", listIndexes],
  ["0021_message_ends.sql", messageEnds],
  ["0022_inbound_routes.sql", inboundRouteTables],
  ["0023_backlogs.sql", backlogs],
  ["0024_claims.sql", claims],
  ["0026_access.sql", callers],
  ["0028_conversations.sql", conversations],
  ["0029_order_conversations.sql", orderConversations],
];

/** Repeatable: applied again, in this order, whenever one of them changed. */
export const FUNCTIONS: SqlFile[] = [
  ["10_ids.sql", ids],
  ["11_partitions.sql", partitions],
  ["12_past_retention.sql", pastRetention],
  ["12_time.sql", time],
  ["13_room.sql", room],
  ["15_audit.sql", audit],
  ["20_status.sql", status],
  ["22_message_ends.sql", messageEndFunctions],
  ["30_wake_lane.sql", wakeLane],
  ["31_emit_events.sql", emitEvents],
  ["40_ensure_recipients.sql", ensureRecipients],
  ["41_accept_messages.sql", acceptMessages],
  ["42_advance_messages.sql", advanceMessages],
  ["43_cancel_channel.sql", cancelChannel],
  ["44_cancel_message.sql", cancelMessage],
  ["45_accept_batch.sql", acceptBatch],
  ["46_tag_conversation.sql", tagConversation],
  ["46_update_conversation.sql", updateConversation],
  ["47_contact_events.sql", contactEvents],
  ["48_cancel_messages.sql", cancelMessages],
  ["50_lanes.sql", lanes],
  ["51_start_sends.sql", startSends],
  ["52_finish_sends.sql", finishSends],
  ["55_lane_ends.sql", laneEnds],
  ["58_inbound_routes.sql", inboundRoutes],
  ["60_apply_statuses.sql", applyStatuses],
  ["61_receive_messages.sql", receiveMessages],
  ["62_identities.sql", identities],
  ["63_revise_message.sql", reviseMessage],
  ["64_create_orders.sql", createOrders],
  ["65_media.sql", media],
  ["66_contact_fields.sql", contactFields],
  ["66_contact_search.sql", contactSearch],
  ["66_write_contacts.sql", writeContacts],
  ["67_upsert_contacts.sql", upsertContacts],
  ["68_merge_contacts.sql", mergeContacts],
  ["69_change_contacts.sql", changeContacts],
  ["69_opt_outs.sql", optOuts],
  ["70_endpoint_health.sql", endpointHealth],
  ["71_deliveries.sql", deliveries],
  ["72_resend.sql", resend],
  ["73_replays.sql", replays],
  ["80_templates.sql", templateFunctions],
  ["81_imports.sql", imports],
  ["82_crm_records.sql", crmRecords],
  ["83_crm_contacts.sql", crmContacts],
  ["84_crm_links.sql", crmLinks],
  ["85_update_order.sql", updateOrder],
  ["90_web_sessions.sql", webSessionFunctions],
  ["91_write_web_keys.sql", writeWebKeys],
  ["92_free_web_sessions.sql", freeWebSessions],
  ["93_web_sends.sql", webSends],
  ["94_web_people.sql", webPeople],
  ["95_event_positions.sql", eventPositions],
  ["98_write_inbound.sql", writeInbound],
];
