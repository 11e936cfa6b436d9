/** Compares a history with every promise. Pure: what it doesn't find in the history, it doesn't know. */
import type { History } from "../history/history.ts";
import type { Promised } from "../promises.ts";
import { checkBudgets } from "./budgets.ts";
import { checkEndpoints, checkEvents, checkReaders } from "./events.ts";
import { checkHealth } from "./health.ts";
import {
  checkFinal,
  checkForward,
  checkIdempotency,
  checkKept,
  checkOnce,
  checkRecords,
} from "./messages.ts";
import { checkOrder } from "./order.ts";
import { checkBulk, checkInbound, checkOrganizations, checkPeople } from "./people.ts";
import { checkRules } from "./rules.ts";
import { checkBounds, checkErrors, checkRevokedKeys } from "./service.ts";
import type { Finding, Violation } from "./violation.ts";

const CHECKS: Record<Promised, (history: History) => Iterable<Finding>> = {
  1: checkKept,
  2: checkRecords,
  3: checkOnce,
  4: checkOrder,
  5: checkFinal,
  6: checkForward,
  7: checkEvents,
  8: checkEndpoints,
  9: checkReaders,
  10: checkIdempotency,
  11: checkInbound,
  12: checkBulk,
  13: checkOrganizations,
  14: checkRevokedKeys,
  15: checkBounds,
  16: checkErrors,
  17: checkPeople,
  18: checkHealth,
  19: checkBudgets,
  20: checkRules,
};

/** Every violation of a history, by promise; only of those in `only`, if some are named. */
export function check(history: History, only: readonly Promised[] = []): Violation[] {
  const promises = (Object.keys(CHECKS) as unknown[]).map(Number) as Promised[];
  return promises
    .filter((promise) => only.length === 0 || only.includes(promise))
    .flatMap((promise) => [...CHECKS[promise](history)].map((found) => ({ promise, ...found })));
}
