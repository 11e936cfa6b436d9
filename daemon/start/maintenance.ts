import type { Logger } from "pino";
import { forgetExpiredLogins } from "../../db/auth/login-sessions.ts";
import { forgetOauthTokens } from "../../db/auth/oauth-tokens.ts";
import { forgetExpiredLinks } from "../../db/channels/pairing-links.ts";
import { connect, type Sql } from "../../db/connection/client.ts";
import { isLockedOut } from "../../db/connection/lock-wait.ts";
import { closeQuiet } from "../../db/conversations/rules.ts";
import { forgetDrift } from "../../db/health/drift.ts";
import { forgetImports } from "../../db/imports/imports.ts";
import { forgetRoutes } from "../../db/inbound/inbound.ts";
import { forgetRecords } from "../../db/maintenance/forget-records.ts";
import { keepingLess } from "../../db/maintenance/kept.ts";
import {
  dropExpired,
  forgetExpired,
  forgetWebMessages,
  keepPartitions,
  takeMaintenance,
} from "../../db/maintenance/maintenance.ts";
import { forgetOlder } from "../../db/maintenance/retention.ts";
import { forgetCounts } from "../../db/organizations/limits.ts";
import { forgetTraffic } from "../../db/overview/traffic-counts.ts";
import { dropUnusedFunctions } from "../../db/schema/function-sets.ts";
import { databaseVersion, isOlder } from "../../db/schema/program-version.ts";
import { forgetArrived } from "../../db/whatsapp-web/keys.ts";
import { forgetLookups } from "../../db/whatsapp-web/lookups.ts";
import { forgetWebRequests } from "../../db/whatsapp-web/requests.ts";
import { LOOKUP_FRESH_HOURS } from "../channels/lookup-limits.ts";
import { sleep } from "../lib/sleep.ts";
import { VERSION } from "../lib/version.ts";
import { windowAt } from "../limits/window.ts";

/** When maintenance runs, in milliseconds; each wait is up to twice as long, so that daemons spread. */
export type MaintenanceTimes = { first: number; every: number; again: number };

/** Of counted requests: an hour. */
const KEPT_WINDOWS = 360;

const TIMES: MaintenanceTimes = { first: 30_000, every: 2700_000, again: 60_000 };

export type Maintenance = {
  databaseUrl: string;
  retentionDays: number;
  /** Days that entries of the audit log are kept. */
  auditDays: number;
  /** Does what is not in the database. */
  sweepFiles: () => Promise<void>;
  log: Logger;
  times?: MaintenanceTimes;
};

/**
 * Makes partitions ahead of time and removes rows past their retention: soon after the start, and then about every
 * hour. A step that meets a lock is tried again after a minute. One daemon works at a time, over a connection of its
 * own. Returns a function that stops it, and waits for the step in progress.
 */
export function startMaintenance(maintenance: Maintenance): () => Promise<void> {
  const { databaseUrl, log, times = TIMES } = maintenance;
  const stopping = new AbortController();

  async function runOnce(): Promise<boolean> {
    const sql = connect(databaseUrl, { max: 1 });
    try {
      return (
        !(await takeMaintenance(sql)) || (await runSteps(sql, maintenance, () => stopping.signal.aborted))
      );
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  async function runOn(): Promise<void> {
    let wait = times.first;
    while (true) {
      await sleep(wait * (1 + Math.random()), stopping.signal);
      if (stopping.signal.aborted) return;
      const complete = await runOnce().catch((cause: unknown) => {
        log.error({ err: cause }, "maintenance failed; it is tried again");
        return false;
      });
      wait = complete ? times.every : times.again;
    }
  }

  const running = runOn();
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Runs every step, even if others fail; true when nothing is left to try again. */
async function runSteps(sql: Sql, maintenance: Maintenance, isStopping: () => boolean): Promise<boolean> {
  const { log } = maintenance;
  let complete = true;
  for (const step of stepsOf(sql, maintenance)) {
    if (isStopping()) return false;
    try {
      complete = (await step()) && complete;
    } catch (cause) {
      complete = false;
      if (isLockedOut(cause)) log.warn({ err: cause }, "maintenance gave way to a lock; it is tried again");
      else log.error({ err: cause }, "a step of maintenance failed; it is tried again");
    }
  }
  return complete;
}

/** A newer program may have changed the database since this one started; so does this one know that it is to go. */
async function sayIfOlder(sql: Sql, log: Logger): Promise<void> {
  const newest = await databaseVersion(sql);
  if (isOlder(VERSION, newest))
    log.warn(
      { version: VERSION, database: newest },
      "a newer program changed the database; upgrade this daemon",
    );
}

/** Each returns whether it did all of it. */
function stepsOf(
  sql: Sql,
  { retentionDays, auditDays, sweepFiles, log }: Maintenance,
): (() => Promise<boolean>)[] {
  const always = (work: () => Promise<unknown>) => async () => {
    await work();
    return true;
  };
  return [
    always(() => keepPartitions(sql, retentionDays)),
    async () => {
      const { dropped, waiting } = await dropExpired(sql, retentionDays);
      if (dropped.length > 0) log.info({ partitions: dropped }, "dropped what is past its retention");
      if (waiting.length > 0)
        log.info({ partitions: waiting }, "what is past its retention is still being read; dropped later");
      return waiting.length === 0;
    },
    always(() => forgetExpired(sql, retentionDays)),
    always(() => forgetWebMessages(sql, retentionDays)),
    always(async () => {
      for (const one of await keepingLess(sql, { retentionDays, auditDays })) await forgetOlder(sql, one);
    }),
    always(() => closeQuiet(sql)),
    always(() => forgetExpiredLogins(sql)),
    always(() => forgetOauthTokens(sql)),
    always(() => forgetExpiredLinks(sql)),
    always(() => forgetTraffic(sql)),
    always(() => forgetCounts(sql, windowAt(Date.now()) - KEPT_WINDOWS)),
    always(() => forgetDrift(sql)),
    always(() => forgetImports(sql, retentionDays)),
    always(() => forgetLookups(sql, LOOKUP_FRESH_HOURS)),
    always(() => forgetWebRequests(sql)),
    always(() => forgetArrived(sql, retentionDays)),
    always(() => forgetRoutes(sql)),
    always(() => forgetRecords(sql, { retention: retentionDays, audit: auditDays })),
    always(sweepFiles),
    always(async () => {
      const dropped = await dropUnusedFunctions(sql);
      if (dropped.length > 0)
        log.info({ schemas: dropped }, "dropped the functions of versions that are gone");
    }),
    always(() => sayIfOlder(sql, log)),
  ];
}
