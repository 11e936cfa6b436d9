import type { Logger } from "pino";
import type { Sql } from "../../../db/connection/client.ts";
import { isDeadlock, isDisconnected } from "../../../db/connection/connection-errors.ts";
import { type Claim, isClaimLost, pauseRoute, type StoredWebhook } from "../../../db/inbound/inbound.ts";
import { applyInbound } from "../apply/apply.ts";
import type { Known } from "../apply/apply-kind.ts";
import { inboundWrites } from "../apply/writes.ts";
import { faultOf } from "./faults.ts";
import { readCalls } from "./read-calls.ts";
import { setAside } from "./set-aside.ts";

export type ProcessDependencies = Known & { sql: Sql; log: Logger };

/** Calls of one route, or of several. */
type Batch = { routes: readonly string[]; webhooks: readonly StoredWebhook[] };

/** So often is a call found to be at fault itself before it is set aside, unless it is plainly wrong. */
const MOST_ATTEMPTS = 3;

/**
 * Processes claimed calls: all in one write when all goes well. When something
 * fails, each route by itself, so that the others are not held up, and then each
 * call by itself. A call that is itself at fault is set aside; for any
 * other reason its route pauses, and continues later where it stopped. Throws when
 * the database is away, and when another daemon has taken over.
 */
export async function processClaim(dependencies: ProcessDependencies, claim: Claim): Promise<void> {
  const { holder, routes, webhooks } = claim;
  const failure = await attempt(dependencies, holder, { routes, webhooks }, true);
  if (failure === null) return;
  for (const route of routes) {
    const ofRoute = webhooks.filter((webhook) => webhook.route === route);
    const cause =
      routes.length === 1
        ? failure.cause
        : (await attempt(dependencies, holder, { routes: [route], webhooks: ofRoute }, true))?.cause;
    if (cause !== undefined) await processOneByOne(dependencies, holder, route, ofRoute, cause);
  }
}

/** Processes calls together; what went wrong, or null. */
async function attempt(
  { sql, log, ...known }: ProcessDependencies,
  holder: string,
  { routes, webhooks }: Batch,
  release: boolean,
): Promise<{ cause: unknown } | null> {
  return await failureOf(async () => {
    const writes = inboundWrites(sql, { holder, routes });
    await applyInbound(writes, known, readCalls(known.platforms, webhooks), log);
    const done = webhooks.map(({ id }) => id);
    await writes.finish(done, release);
  });
}

/** What went wrong, or null. Throws when nothing more can be done with the claim. */
async function failureOf(work: () => Promise<void>): Promise<{ cause: unknown } | null> {
  try {
    await work();
    return null;
  } catch (cause) {
    if (isDisconnected(cause) || isClaimLost(cause)) throw cause;
    return { cause };
  }
}

/** Processes the calls of a route up to one that has to be tried again later; `cause` is what failed when they were taken together. */
async function processOneByOne(
  dependencies: ProcessDependencies,
  holder: string,
  route: string,
  webhooks: readonly StoredWebhook[],
  cause: unknown,
): Promise<void> {
  // no call's fault: the next would not fare better
  if (faultOf(cause) === "later" && !isDeadlock(cause))
    return await pause(dependencies, holder, route, null, cause);
  for (const webhook of webhooks) {
    const failure = await attempt(dependencies, holder, { routes: [route], webhooks: [webhook] }, false);
    if (failure === null) continue;
    const fault = faultOf(failure.cause);
    if (fault === "later") return await pause(dependencies, holder, route, null, failure.cause);
    if (fault === "suspect" && webhook.attempts + 1 < MOST_ATTEMPTS)
      return await pause(dependencies, holder, route, webhook.id, failure.cause);
    const later = await failureOf(() => setAside(dependencies, holder, webhook, failure.cause));
    if (later !== null) return await pause(dependencies, holder, route, null, later.cause);
  }
  await inboundWrites(dependencies.sql, { holder, routes: [route] }).finish([], true);
}

async function pause(
  { sql, log }: ProcessDependencies,
  holder: string,
  route: string,
  blamed: number | null,
  cause: unknown,
): Promise<void> {
  const failures = await pauseRoute(sql, holder, route, blamed);
  log.warn({ err: cause, route, failures, webhook: blamed }, "what came in could not be processed yet");
}
