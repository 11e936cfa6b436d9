import { addressesOf } from "../../db/connection/addresses.ts";
import { isDatabaseFull } from "../../db/connection/connection-errors.ts";
import { createSession } from "../../db/connection/session.ts";
import { continueEventPositions } from "../../db/events/events.ts";
import { FUNCTION_SCHEMA } from "../../db/functions/function-schema.ts";
import type { Found } from "../../db/maintenance/look-around.ts";
import { hasRoom } from "../../db/maintenance/room.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { NEWEST_MIGRATION } from "../../db/schema/sql-files.ts";
import { platformsToAsk } from "../channels/checks.ts";
import { startMetricsServer } from "../health/metrics-server.ts";
import { treatRestored } from "../health/restored.ts";
import { createRoleWatch } from "../health/role-watch.ts";
import { createRoom } from "../health/room.ts";
import { urlOf } from "../http/address.ts";
import { listeningOf } from "../http/listening.ts";
import { createReading } from "../http/reading.ts";
import { startHeartbeat } from "../lanes/heartbeat.ts";
import { NO_WORKER } from "../lanes/no-worker.ts";
import { startWorkers } from "../lanes/workers.ts";
import { newId } from "../lib/ids.ts";
import { untilSharedWake } from "../lib/sleep.ts";
import { VERSION } from "../lib/version.ts";
import { createAccept } from "../messages/accept/accept.ts";
import { eraseAgain } from "../restores/erased-again.ts";
import { checkMasterKey } from "../secrets/check.ts";
import { createApp } from "./api/app.ts";
import { type Connections, openConnections } from "./connections.ts";
import type { DaemonOptions } from "./daemon-options.ts";
import { drain } from "./drain.ts";
import { subscriptionsOf } from "./notifications.ts";
import { preparePartitions } from "./partitions.ts";
import { createParts, type Parts } from "./parts.ts";
import { atMost, LAST_WRITES_MS } from "./shutdown.ts";
import { startUpkeep, type Upkeep } from "./upkeep.ts";

export type Daemon = {
  /** Where the API listens. */
  url: string;
  /**
   * Is not ready from now on, hands its lanes and sessions to others, and ends when what is in progress is done or its
   * deadline is over. Answers new requests for `drainSeconds`, which are the configured ones if it is not given.
   */
  stop(options?: { drainSeconds: number }): Promise<void>;
};

const NO_KEYS = { name: "the configuration", read: async () => [] };

/** Starts a daemon on a database: prepares the database, makes the parts, connects them, and answers requests. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { config, secrets, keys = NO_KEYS } = options;
  const listening = listeningOf(config);
  const daemonId = newId("dmn");
  let serving = true;
  const isServing = () => serving;
  const connections = await openDatabase(options, keys.name);
  const session = sessionOf(options, daemonId);
  const ground = { ...options, keys, connections, session, daemonId, isStopping: () => !serving };
  const parts = createParts(ground);
  await session.open(subscriptionsOf(parts));
  await parts.rateCards.start();
  // not awaited: the files' store may be out of reach
  eraseAgain({ sql: connections.sql, store: parts.files.store }).catch((cause: unknown) =>
    options.log.error(
      { err: cause },
      "could not look who was erased after a backup was made; maintenance looks again",
    ),
  );
  // from here on, secrets can be encrypted
  await parts.keyRotation.start();
  const running = await startWork(options, connections, daemonId, parts);
  const app = createApp({
    ...parts,
    ...{ sql: connections.sql, replica: connections.replica, log: options.log, secrets, isServing },
    reading: createReading(
      connections.reading,
      { atOnce: config.databaseReadingPoolSize, seconds: config.readSeconds },
      connections.replica,
    ),
    ...{ guard: parts.files.guard, media: parts.files.store, fileRoom: parts.files.room },
    accept: createAccept(connections.accepting, parts.lanes, daemonId),
    uploads: { ...config, incoming: parts.files.incoming, converter: parts.files.converter },
    ...{ appSecret: config.appSecret, verifyToken: config.verifyToken, cell: config.cell },
    roles: config.role,
    parts: () => ({ worker: running.heartbeat.isWell(), gateway: parts.gateway.isWorking() }),
    missingRoles: createRoleWatch(connections.sql),
    room: createRoom(isDatabaseFull, () => hasRoom(connections.sql)),
    databaseHosts: addressesOf(options.databaseUrl).length,
    ...{ retentionDays: config.retentionDays, auditDays: config.auditDays },
    outside: config,
    page: config.page,
    takeInbound: parts.inbound.take,
    transport: {
      ...config,
      isTls: listening.tls !== undefined,
      isForLoopback: listening.isForLoopback,
    },
  });
  app.listen(listening);
  const url = urlOf(config.host, app.server?.port ?? config.port, listening.tls !== undefined);
  if (config.port === 0) parts.downloads.servedAt(url);
  const { metricsPort, metricsHost } = config;
  const metricsServer =
    metricsPort === undefined ? null : startMetricsServer(parts.metrics, metricsPort, metricsHost);

  return {
    url,
    async stop({ drainSeconds } = config) {
      serving = false;
      const swept = running.upkeep?.stop();
      const { lanes, gateway, tail, requestLog, readNotes, inbound, limits, keyRotation, drift } = parts;
      const { shutdownSeconds } = config;
      const { worker, heartbeat } = running;
      await drain({ app, drainSeconds, shutdownSeconds, worker, lanes, gateway, endStreams: tail.stop });
      const writes = [
        requestLog.stop(),
        readNotes.stop(),
        inbound.stop(),
        swept,
        limits.stop(),
        keyRotation.stop(),
        drift.stop(),
        parts.deliveryTally.stop(),
      ];
      await atMost(LAST_WRITES_MS, Promise.all([...writes, metricsServer?.stop()]));
      await atMost(LAST_WRITES_MS, heartbeat.stop());
      parts.activity.stop();
      parts.rateCards.stop();
      parts.poster.close();
      await Promise.all([atMost(LAST_WRITES_MS, session.close()), connections.end()]);
    },
  };
}

/** Brings the database up to this version, and opens what the daemon asks it through. */
async function openDatabase(
  { config, databaseUrl, pooledUrl, secrets, log }: DaemonOptions,
  keysName: string,
): Promise<Connections> {
  const inPlace = pooledUrl !== undefined;
  await migrate(databaseUrl, { version: VERSION, inPlace, report: (line) => log.warn(line) });
  const connections = await openConnections(databaseUrl, config, pooledUrl);
  await checkMasterKey(connections.sql, secrets, keysName);
  await preparePartitions(databaseUrl, config.retentionDays, log);
  await treatRestored(connections.sql, log);
  await continueEventPositions(connections.sql);
  return connections;
}

function sessionOf({ databaseUrl, log }: DaemonOptions, daemonId: string) {
  return createSession({
    url: databaseUrl,
    daemonId,
    onMoved: () =>
      log.warn("another Postgres takes writes now, or the old one fell silent: its connections were left"),
    restMs: () => untilSharedWake(1500, 2000),
  });
}

/** Starts what the daemon does besides answering requests, by its roles. */
async function startWork(
  { config, databaseUrl, pooledUrl, secrets, log }: DaemonOptions,
  { sql, leases }: Connections,
  daemonId: string,
  { lanes, inbound, longJobs, gateway, limits, providers, files, templates, pushes }: Parts,
) {
  const { role: roles } = config;
  const isWorker = roles.includes("worker");
  const { approval_ask, approval_press, ...patient } = longJobs;
  const waitedFor = { lane: lanes.wake, inbound: () => inbound.process(), approval_ask, approval_press };
  const worker = isWorker ? await startWorkers(databaseUrl, [waitedFor, patient], log) : NO_WORKER;
  const functions = pooledUrl === undefined ? FUNCTION_SCHEMA : null;
  const about = { roles, version: VERSION, functions, newestMigration: NEWEST_MIGRATION };
  const platforms = isWorker ? platformsToAsk(providers) : null;
  let upkeep: Upkeep | null = null;
  const onFound = (found: Found) => {
    if (found.jobs) worker.look();
    // not awaited: thousands may have come in
    if (found.inbound) void inbound.process();
    if (found.sessions) gateway.takeSessions();
    if (found.limits !== null) limits.know(found.limits);
    upkeep?.look(found);
  };
  const heartbeat = await startHeartbeat({
    ...{ sql: leases, daemonId, about, worker, lanes, platforms, onFound, log },
  });
  if (roles.includes("gateway")) gateway.start();
  if (platforms !== null)
    upkeep = startUpkeep({
      ...{
        config,
        databaseUrl,
        sql,
        secrets,
        providers,
        templates,
        platforms,
        log,
        ...files,
        sender: pushes,
      },
    });
  return { worker, heartbeat, upkeep };
}
