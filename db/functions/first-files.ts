/**
 * The files of SQL functions that those of every noun call: ids and times, the queue, and the bodies of events. They are
 * made first, in this order.
 */

import broadcastCounts from "../broadcasts/counts.sql" with { type: "text" };
import broadcastTallies from "../broadcasts/tallies.sql" with { type: "text" };
import budgetAlerts from "../budgets/alerts.sql" with { type: "text" };
import correctBudgets from "../budgets/correct.sql" with { type: "text" };
import countOnBudgets from "../budgets/count.sql" with { type: "text" };
import holdBudgets from "../budgets/hold.sql" with { type: "text" };
import budgetPeriods from "../budgets/periods.sql" with { type: "text" };
import channelHealth from "../channels/health.sql" with { type: "text" };
import portfolios from "../channels/portfolios.sql" with { type: "text" };
import restrictions from "../channels/restrictions.sql" with { type: "text" };
import sandboxChannels from "../channels/sandbox.sql" with { type: "text" };
import channelStatusEvents from "../channels/status-events.sql" with { type: "text" };
import waitingForRoom from "../channels/waiting-for-room.sql" with { type: "text" };
import pooledSetting from "../connection/pooled-setting.sql" with { type: "text" };
import eventBodies from "../events/bodies.sql" with { type: "text" };
import emitEvents from "../events/emit.sql" with { type: "text" };
import idempotency from "../http/idempotency.sql" with { type: "text" };
import priorities from "../lanes/priorities.sql" with { type: "text" };
import wakeLane from "../lanes/wake.sql" with { type: "text" };
import forgetMessages from "../maintenance/forget-messages.sql" with { type: "text" };
import partitions from "../maintenance/partitions.sql" with { type: "text" };
import pastRetention from "../maintenance/past-retention.sql" with { type: "text" };
import room from "../maintenance/room.sql" with { type: "text" };
import addresses from "../messages/addresses.sql" with { type: "text" };
import messageEndFunctions from "../messages/ends.sql" with { type: "text" };
import groupFunctions from "../messages/groups.sql" with { type: "text" };
import status from "../messages/status.sql" with { type: "text" };
import ids from "../schema/ids.sql" with { type: "text" };
import time from "../schema/time.sql" with { type: "text" };
import bundledRows from "../webhooks/bundled-rows.sql" with { type: "text" };
import bundles from "../webhooks/bundles.sql" with { type: "text" };
import deliveriesView from "../webhooks/view.sql" with { type: "text" };
import { SHARED_FUNCTIONS } from "./shared.ts";

export const FIRST_FUNCTIONS: [name: string, text: string][] = [
  ["functions/shared.ts", SHARED_FUNCTIONS],
  ["schema/ids.sql", ids],
  ["lanes/priorities.sql", priorities],
  ["maintenance/partitions.sql", partitions],
  ["webhooks/bundles.sql", bundles],
  ["webhooks/view.sql", deliveriesView],
  ["webhooks/bundled-rows.sql", bundledRows],
  ["maintenance/past-retention.sql", pastRetention],
  ["maintenance/forget-messages.sql", forgetMessages],
  ["schema/time.sql", time],
  ["connection/pooled-setting.sql", pooledSetting],
  ["channels/sandbox.sql", sandboxChannels],
  ["http/idempotency.sql", idempotency],
  ["maintenance/room.sql", room],
  ["messages/status.sql", status],
  ["messages/ends.sql", messageEndFunctions],
  ["lanes/wake.sql", wakeLane],
  ["channels/health.sql", channelHealth],
  ["channels/restrictions.sql", restrictions],
  ["channels/portfolios.sql", portfolios],
  ["channels/waiting-for-room.sql", waitingForRoom],
  ["messages/addresses.sql", addresses],
  ["messages/groups.sql", groupFunctions],
  ["broadcasts/counts.sql", broadcastCounts],
  ["broadcasts/tallies.sql", broadcastTallies],
  ["budgets/periods.sql", budgetPeriods],
  ["events/bodies.sql", eventBodies],
  ["events/emit.sql", emitEvents],
  ["budgets/alerts.sql", budgetAlerts],
  ["budgets/count.sql", countOnBudgets],
  ["budgets/hold.sql", holdBudgets],
  ["budgets/correct.sql", correctBudgets],
  ["channels/status-events.sql", channelStatusEvents],
];
