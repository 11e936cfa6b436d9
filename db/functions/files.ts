/**
 * Every file of SQL functions, imported as text so that a compiled executable carries it. A new one is one import and
 * one line of the table; `tests/db/migrate.test.ts` compares them with the folders.
 */

import approvals from "../approvals/approvals.sql" with { type: "text" };
import approvalAsks from "../approvals/asks.sql" with { type: "text" };
import broadcastLife from "../broadcasts/life.sql" with { type: "text" };
import broadcastPeople from "../broadcasts/people.sql" with { type: "text" };
import broadcastWork from "../broadcasts/work.sql" with { type: "text" };
import changeBudgets from "../budgets/change.sql" with { type: "text" };
import pairingLinks from "../channels/pairing-links.sql" with { type: "text" };
import changeContacts from "../contacts/change.sql" with { type: "text" };
import contactEvents from "../contacts/events.sql" with { type: "text" };
import contactFields from "../contacts/fields.sql" with { type: "text" };
import heldContacts from "../contacts/held.sql" with { type: "text" };
import identities from "../contacts/identities.sql" with { type: "text" };
import mergeContacts from "../contacts/merge.sql" with { type: "text" };
import numberForms from "../contacts/number-forms.sql" with { type: "text" };
import optOuts from "../contacts/opt-outs.sql" with { type: "text" };
import contactSearch from "../contacts/search.sql" with { type: "text" };
import upsertContacts from "../contacts/upsert.sql" with { type: "text" };
import userNames from "../contacts/user-names.sql" with { type: "text" };
import writeContacts from "../contacts/write.sql" with { type: "text" };
import archiveConversation from "../conversations/archive.sql" with { type: "text" };
import handovers from "../conversations/handover.sql" with { type: "text" };
import conversationHolds from "../conversations/hold.sql" with { type: "text" };
import mergeConversations from "../conversations/merge.sql" with { type: "text" };
import mergedConversations from "../conversations/merged.sql" with { type: "text" };
import conversationNotes from "../conversations/notes.sql" with { type: "text" };
import readConversation from "../conversations/read.sql" with { type: "text" };
import tagConversation from "../conversations/tag.sql" with { type: "text" };
import updateConversation from "../conversations/update.sql" with { type: "text" };
import waitingConversations from "../conversations/waiting.sql" with { type: "text" };
import costsExpected from "../costs/expected.sql" with { type: "text" };
import recountCosts from "../costs/recount.sql" with { type: "text" };
import recountExpected from "../costs/recount-expected.sql" with { type: "text" };
import settleCosts from "../costs/settle.sql" with { type: "text" };
import costSums from "../costs/sums.sql" with { type: "text" };
import costTiers from "../costs/tiers.sql" with { type: "text" };
import crmContacts from "../crm/contacts.sql" with { type: "text" };
import crmLinks from "../crm/links.sql" with { type: "text" };
import crmRecords from "../crm/records.sql" with { type: "text" };
import beginErasure from "../erasing/begin.sql" with { type: "text" };
import eraseMessages from "../erasing/messages.sql" with { type: "text" };
import stepErasure from "../erasing/steps.sql" with { type: "text" };
import eventPositions from "../events/positions.sql" with { type: "text" };
import holes from "../holes/holes.sql" with { type: "text" };
import imports from "../imports/imports.sql" with { type: "text" };
import applyStatuses from "../inbound/apply-statuses.sql" with { type: "text" };
import erasedMessages from "../inbound/erased.sql" with { type: "text" };
import fillUndecrypted from "../inbound/fill-undecrypted.sql" with { type: "text" };
import inboxRules from "../inbound/inbox-rules.sql" with { type: "text" };
import missed from "../inbound/missed.sql" with { type: "text" };
import notices from "../inbound/notices.sql" with { type: "text" };
import participants from "../inbound/participants.sql" with { type: "text" };
import receiveMessages from "../inbound/receive-messages.sql" with { type: "text" };
import rejectedCalls from "../inbound/rejected-calls.sql" with { type: "text" };
import reviseMessage from "../inbound/revise-message.sql" with { type: "text" };
import inboundRoutes from "../inbound/routes.sql" with { type: "text" };
import writeInbound from "../inbound/write.sql" with { type: "text" };
import daemons from "../lanes/daemons.sql" with { type: "text" };
import deferItems from "../lanes/defer.sql" with { type: "text" };
import laneEnds from "../lanes/ends.sql" with { type: "text" };
import lanes from "../lanes/lanes.sql" with { type: "text" };
import copies from "../maintenance/copies.sql" with { type: "text" };
import lookAround from "../maintenance/look-around.sql" with { type: "text" };
import heldFiles from "../media/held-files.sql" with { type: "text" };
import media from "../media/media.sql" with { type: "text" };
import acceptMessages from "../messages/accept/accept.sql" with { type: "text" };
import acceptBatch from "../messages/accept/batch.sql" with { type: "text" };
import beginAccepted from "../messages/accept/begin.sql" with { type: "text" };
import ensureRecipients from "../messages/accept/ensure-recipients.sql" with { type: "text" };
import acceptRecipients from "../messages/accept/recipients.sql" with { type: "text" };
import acceptRefusals from "../messages/accept/refusals.sql" with { type: "text" };
import writeAccepted from "../messages/accept/write.sql" with { type: "text" };
import advanceMessages from "../messages/advance.sql" with { type: "text" };
import cancelChannel from "../messages/cancel/channel.sql" with { type: "text" };
import cancelMessages from "../messages/cancel/many.sql" with { type: "text" };
import cancelMessage from "../messages/cancel/one.sql" with { type: "text" };
import findMessage from "../messages/find.sql" with { type: "text" };
import finishSends from "../messages/finish-sends.sql" with { type: "text" };
import hurryEarlier from "../messages/hurry.sql" with { type: "text" };
import marketingHolds from "../messages/marketing-holds.sql" with { type: "text" };
import startSends from "../messages/start-sends.sql" with { type: "text" };
import createOrders from "../orders/create.sql" with { type: "text" };
import updateOrder from "../orders/update.sql" with { type: "text" };
import trafficCounts from "../overview/traffic-counts.sql" with { type: "text" };
import receiveCopied from "../past/live.sql" with { type: "text" };
import storePast from "../past/store.sql" with { type: "text" };
import erasedAgain from "../restores/erased.sql" with { type: "text" };
import teams from "../teams/teams.sql" with { type: "text" };
import templateFunctions from "../templates/templates.sql" with { type: "text" };
import deliveries from "../webhooks/deliveries.sql" with { type: "text" };
import endpointHealth from "../webhooks/endpoint-health.sql" with { type: "text" };
import replays from "../webhooks/replays.sql" with { type: "text" };
import resend from "../webhooks/resend.sql" with { type: "text" };
import webChecks from "../whatsapp-web/checks.sql" with { type: "text" };
import freeWebSessions from "../whatsapp-web/free-sessions.sql" with { type: "text" };
import webLabels from "../whatsapp-web/labels.sql" with { type: "text" };
import webNumber from "../whatsapp-web/number.sql" with { type: "text" };
import webPeople from "../whatsapp-web/people.sql" with { type: "text" };
import webSends from "../whatsapp-web/sends.sql" with { type: "text" };
import webSessionFunctions from "../whatsapp-web/sessions.sql" with { type: "text" };
import writeWebKeys from "../whatsapp-web/write-keys.sql" with { type: "text" };
import { FIRST_FUNCTIONS } from "./first-files.ts";

/** A file's name and its text. */
export type SqlFile = [name: string, text: string];

/** All functions but those behind triggers, in the order in which they are made: each version that runs has its own. */
export const FUNCTIONS: SqlFile[] = [
  ...FIRST_FUNCTIONS,
  ["contacts/number-forms.sql", numberForms],
  ["contacts/held.sql", heldContacts],
  ["messages/accept/ensure-recipients.sql", ensureRecipients],
  ["messages/hurry.sql", hurryEarlier],
  ["messages/marketing-holds.sql", marketingHolds],
  ["messages/accept/recipients.sql", acceptRecipients],
  ["messages/accept/refusals.sql", acceptRefusals],
  ["costs/tiers.sql", costTiers],
  ["costs/expected.sql", costsExpected],
  ["costs/sums.sql", costSums],
  ["costs/recount.sql", recountCosts],
  ["costs/recount-expected.sql", recountExpected],
  ["costs/settle.sql", settleCosts],
  ["messages/accept/write.sql", writeAccepted],
  ["messages/accept/accept.sql", acceptMessages],
  ["messages/accept/begin.sql", beginAccepted],
  ["messages/advance.sql", advanceMessages],
  ["teams/teams.sql", teams],
  ["conversations/waiting.sql", waitingConversations],
  ["conversations/archive.sql", archiveConversation],
  ["conversations/handover.sql", handovers],
  ["messages/cancel/channel.sql", cancelChannel],
  ["messages/cancel/one.sql", cancelMessage],
  ["messages/accept/batch.sql", acceptBatch],
  ["conversations/read.sql", readConversation],
  ["conversations/merge.sql", mergeConversations],
  ["conversations/hold.sql", conversationHolds],
  ["channels/pairing-links.sql", pairingLinks],
  ["conversations/tag.sql", tagConversation],
  ["conversations/update.sql", updateConversation],
  ["conversations/merged.sql", mergedConversations],
  ["conversations/notes.sql", conversationNotes],
  ["contacts/events.sql", contactEvents],
  ["messages/cancel/many.sql", cancelMessages],
  ["lanes/lanes.sql", lanes],
  ["lanes/daemons.sql", daemons],
  ["messages/start-sends.sql", startSends],
  ["messages/finish-sends.sql", finishSends],
  ["messages/find.sql", findMessage],
  ["lanes/defer.sql", deferItems],
  ["lanes/ends.sql", laneEnds],
  ["inbound/routes.sql", inboundRoutes],
  ["inbound/erased.sql", erasedMessages],
  ["inbound/apply-statuses.sql", applyStatuses],
  ["inbound/fill-undecrypted.sql", fillUndecrypted],
  ["inbound/participants.sql", participants],
  ["inbound/receive-messages.sql", receiveMessages],
  ["inbound/inbox-rules.sql", inboxRules],
  ["inbound/notices.sql", notices],
  ["contacts/identities.sql", identities],
  ["approvals/approvals.sql", approvals],
  ["approvals/asks.sql", approvalAsks],
  ["inbound/revise-message.sql", reviseMessage],
  ["orders/create.sql", createOrders],
  ["media/held-files.sql", heldFiles],
  ["media/media.sql", media],
  ["overview/traffic-counts.sql", trafficCounts],
  ["contacts/user-names.sql", userNames],
  ["contacts/fields.sql", contactFields],
  ["contacts/search.sql", contactSearch],
  ["contacts/write.sql", writeContacts],
  ["contacts/upsert.sql", upsertContacts],
  ["contacts/merge.sql", mergeContacts],
  ["contacts/change.sql", changeContacts],
  ["contacts/opt-outs.sql", optOuts],
  ["webhooks/endpoint-health.sql", endpointHealth],
  ["webhooks/deliveries.sql", deliveries],
  ["webhooks/resend.sql", resend],
  ["webhooks/replays.sql", replays],
  ["templates/templates.sql", templateFunctions],
  ["imports/imports.sql", imports],
  ["broadcasts/people.sql", broadcastPeople],
  ["broadcasts/life.sql", broadcastLife],
  ["broadcasts/work.sql", broadcastWork],
  ["budgets/change.sql", changeBudgets],
  ["crm/records.sql", crmRecords],
  ["crm/contacts.sql", crmContacts],
  ["crm/links.sql", crmLinks],
  ["orders/update.sql", updateOrder],
  ["whatsapp-web/labels.sql", webLabels],
  ["whatsapp-web/sessions.sql", webSessionFunctions],
  ["whatsapp-web/write-keys.sql", writeWebKeys],
  ["whatsapp-web/free-sessions.sql", freeWebSessions],
  ["whatsapp-web/number.sql", webNumber],
  ["whatsapp-web/checks.sql", webChecks],
  ["whatsapp-web/sends.sql", webSends],
  ["whatsapp-web/people.sql", webPeople],
  ["past/store.sql", storePast],
  ["past/live.sql", receiveCopied],
  ["holes/holes.sql", holes],
  ["restores/erased.sql", erasedAgain],
  ["erasing/begin.sql", beginErasure],
  ["erasing/messages.sql", eraseMessages],
  ["erasing/steps.sql", stepErasure],
  ["events/positions.sql", eventPositions],
  ["inbound/missed.sql", missed],
  ["inbound/rejected-calls.sql", rejectedCalls],
  ["inbound/write.sql", writeInbound],
  ["maintenance/copies.sql", copies],
  ["maintenance/look-around.sql", lookAround],
];
