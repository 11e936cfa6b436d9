/**
 * Every migration of the program, imported as text so that a compiled executable carries it. A new one is one import
 * and one line of the table; `tests/db/migrate.test.ts` compares the tables with the folders.
 */
import type { SqlFile } from "../functions/files.ts";
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
import platforms from "./migrations/0032_platforms.sql" with { type: "text" };
import mediaUsage from "./migrations/0033_media_usage.sql" with { type: "text" };
import fileLanes from "./migrations/0034_file_lanes.sql" with { type: "text" };
import repeatedSends from "./migrations/0035_repeated_sends.sql" with { type: "text" };
import importedCells from "./migrations/0037_imported_cells.sql" with { type: "text" };
import conversationReads from "./migrations/0039_conversation_reads.sql" with { type: "text" };
import channelSandbox from "./migrations/0040_sandbox_channels.sql" with { type: "text" };
import recipients from "./migrations/0041_recipients.sql" with { type: "text" };
import priorities from "./migrations/0042_priorities.sql" with { type: "text" };
import deviceLogins from "./migrations/0043_device_logins.sql" with { type: "text" };
import restrictionColumns from "./migrations/0044_restrictions.sql" with { type: "text" };
import contactUserIds from "./migrations/0046_contact_user_ids.sql" with { type: "text" };
import portfolioTables from "./migrations/0047_portfolios.sql" with { type: "text" };
import marketingHoldTables from "./migrations/0049_marketing_holds.sql" with { type: "text" };
import sharedPortfolios from "./migrations/0050_shared_portfolios.sql" with { type: "text" };
import unreadConversations from "./migrations/0052_unread_conversations.sql" with { type: "text" };
import groups from "./migrations/0053_groups.sql" with { type: "text" };
import uploads from "./migrations/0054_uploads.sql" with { type: "text" };
import webRequests from "./migrations/0055_web_requests.sql" with { type: "text" };
import sentFiles from "./migrations/0056_sent_files.sql" with { type: "text" };
import waveforms from "./migrations/0057_waveforms.sql" with { type: "text" };
import resumableUploads from "./migrations/0058_resumable_uploads.sql" with { type: "text" };
import broadcastTables from "./migrations/0059_broadcasts.sql" with { type: "text" };
import broadcastFigures from "./migrations/0060_broadcast_figures.sql" with { type: "text" };
import mediaForms from "./migrations/0061_media_forms.sql" with { type: "text" };
import templateEdits from "./migrations/0063_template_edits.sql" with { type: "text" };
import pageRoom from "./migrations/0064_page_room.sql" with { type: "text" };
import bundles from "./migrations/0066_bundles.sql" with { type: "text" };
import roles from "./migrations/0067_roles.sql" with { type: "text" };
import versions from "./migrations/0068_versions.sql" with { type: "text" };
import partitionsAtHome from "./migrations/0069_partitions_at_home.sql" with { type: "text" };
import narrowDeliveries from "./migrations/0070_narrow_deliveries.sql" with { type: "text" };
import attemptsInLanes from "./migrations/0071_attempts_in_lanes.sql" with { type: "text" };
import bundledDeliveries from "./migrations/0072_bundled_deliveries.sql" with { type: "text" };
import bundledRowsWritten from "./migrations/0073_bundled_rows_written.sql" with { type: "text" };
import fewOfMany from "./migrations/0074_few_of_many.sql" with { type: "text" };
import orderBeforePriority from "./migrations/0075_order_before_priority.sql" with { type: "text" };
import begunWithoutIndex from "./migrations/0076_begun_without_index.sql" with { type: "text" };
import lanesWithCalls from "./migrations/0077_lanes_with_calls.sql" with { type: "text" };
import oneCollationOfIds from "./migrations/0080_one_collation_of_ids.sql" with { type: "text" };
import uploadsOfKeys from "./migrations/0081_uploads_of_keys.sql" with { type: "text" };
import unfinishedImports from "./migrations/0082_unfinished_imports.sql" with { type: "text" };
import endpointMakers from "./migrations/0083_endpoint_makers.sql" with { type: "text" };
import deviceNetworks from "./migrations/0084_device_networks.sql" with { type: "text" };
import conversationAliases from "./migrations/0086_conversation_aliases.sql" with { type: "text" };
import orphansOfMerges from "./migrations/0087_orphans_of_merges.sql" with { type: "text" };
import numberForms from "./migrations/0088_number_forms.sql" with { type: "text" };
import keepTheNumber from "./migrations/0090_keep_the_number.sql" with { type: "text" };
import retriesByCause from "./migrations/0094_retries_by_cause.sql" with { type: "text" };
import peopleByMessage from "./migrations/0098_people_by_message.sql" with { type: "text" };

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
  ["0032_platforms.sql", platforms],
  ["0033_media_usage.sql", mediaUsage],
  ["0034_file_lanes.sql", fileLanes],
  ["0035_repeated_sends.sql", repeatedSends],
  ["0037_imported_cells.sql", importedCells],
  ["0039_conversation_reads.sql", conversationReads],
  ["0040_sandbox_channels.sql", channelSandbox],
  ["0041_recipients.sql", recipients],
  ["0042_priorities.sql", priorities],
  ["0043_device_logins.sql", deviceLogins],
  ["0044_restrictions.sql", restrictionColumns],
  ["0046_contact_user_ids.sql", contactUserIds],
  ["0047_portfolios.sql", portfolioTables],
  ["0049_marketing_holds.sql", marketingHoldTables],
  ["0050_shared_portfolios.sql", sharedPortfolios],
  ["0052_unread_conversations.sql", unreadConversations],
  ["0053_groups.sql", groups],
  ["0054_uploads.sql", uploads],
  ["0055_web_requests.sql", webRequests],
  ["0056_sent_files.sql", sentFiles],
  ["0057_waveforms.sql", waveforms],
  ["0058_resumable_uploads.sql", resumableUploads],
  ["0059_broadcasts.sql", broadcastTables],
  ["0060_broadcast_figures.sql", broadcastFigures],
  ["0061_media_forms.sql", mediaForms],
  ["0063_template_edits.sql", templateEdits],
  ["0064_page_room.sql", pageRoom],
  ["0066_bundles.sql", bundles],
  ["0067_roles.sql", roles],
  ["0068_versions.sql", versions],
  ["0069_partitions_at_home.sql", partitionsAtHome],
  ["0070_narrow_deliveries.sql", narrowDeliveries],
  ["0071_attempts_in_lanes.sql", attemptsInLanes],
  ["0072_bundled_deliveries.sql", bundledDeliveries],
  ["0073_bundled_rows_written.sql", bundledRowsWritten],
  ["0074_few_of_many.sql", fewOfMany],
  ["0075_order_before_priority.sql", orderBeforePriority],
  ["0076_begun_without_index.sql", begunWithoutIndex],
  ["0077_lanes_with_calls.sql", lanesWithCalls],
  ["0080_one_collation_of_ids.sql", oneCollationOfIds],
  ["0081_uploads_of_keys.sql", uploadsOfKeys],
  ["0082_unfinished_imports.sql", unfinishedImports],
  ["0083_endpoint_makers.sql", endpointMakers],
  ["0084_device_networks.sql", deviceNetworks],
  ["0086_conversation_aliases.sql", conversationAliases],
  ["0087_orphans_of_merges.sql", orphansOfMerges],
  ["0088_number_forms.sql", numberForms],
  ["0090_keep_the_number.sql", keepTheNumber],
  ["0094_retries_by_cause.sql", retriesByCause],
  ["0098_people_by_message.sql", peopleByMessage],
];

/** The name of the newest migration of this program. */
export const NEWEST_MIGRATION = MIGRATIONS.at(-1)?.[0] ?? "";
