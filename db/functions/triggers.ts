import audit from "../auth/audit.sql" with { type: "text" };
import auditChain from "../auth/audit-chain.sql" with { type: "text" };
import spareTrigger from "../broadcasts/spare-trigger.sql" with { type: "text" };
import tallyTrigger from "../broadcasts/tallies-trigger.sql" with { type: "text" };
import channelChangeTrigger from "../channels/change-trigger.sql" with { type: "text" };
import channelStatusTrigger from "../channels/status-trigger.sql" with { type: "text" };
import searchTrigger from "../contacts/search-trigger.sql" with { type: "text" };
import goneContactTrigger from "../crm/gone-trigger.sql" with { type: "text" };
import wakeEndpointsTrigger from "../events/wake-endpoints-trigger.sql" with { type: "text" };
import attemptsTrigger from "../lanes/attempts-trigger.sql" with { type: "text" };
import mediaUsageTrigger from "../media/usage-trigger.sql" with { type: "text" };
import templateStatusTrigger from "../templates/status-trigger.sql" with { type: "text" };
import type { SqlFile } from "./files.ts";

/**
 * The functions behind the triggers of tables, which all versions that run share: each is in the database once, as the
 * newest version has it. What they call is of the version whose session changes the table, so they may only call what
 * the version before has, too.
 */
export const TRIGGERS: SqlFile[] = [
  ["auth/audit.sql", audit],
  ["auth/audit-chain.sql", auditChain],
  ["broadcasts/spare-trigger.sql", spareTrigger],
  ["broadcasts/tallies-trigger.sql", tallyTrigger],
  ["channels/change-trigger.sql", channelChangeTrigger],
  ["channels/status-trigger.sql", channelStatusTrigger],
  ["contacts/search-trigger.sql", searchTrigger],
  ["crm/gone-trigger.sql", goneContactTrigger],
  ["events/wake-endpoints-trigger.sql", wakeEndpointsTrigger],
  ["lanes/attempts-trigger.sql", attemptsTrigger],
  ["media/usage-trigger.sql", mediaUsageTrigger],
  ["templates/status-trigger.sql", templateStatusTrigger],
];
