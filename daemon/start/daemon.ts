import { addressesOf } from "../../db/connection/addresses.ts";
import { isDatabaseFull } from "../../db/connection/connection-errors.ts";
import { openSession } from "../../db/connection/session.ts";
import { continueEventPositions } from "../../db/events/events.ts";
import { FUNCTION_SCHEMA } from "../../db/functions/function-schema.ts";
import { hasRoom } from "../../db/maintenance/room.ts";
import { mediaTotals } from "../../db/media/usage.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { NEWEST_MIGRATION } from "../../db/schema/sql-files.ts";
import { createAuthenticator } from "../auth/authenticate.ts";
import { readRateCard } from "../broadcasts/rate-card.ts";
import { createSessionAnswers } from "../channels/asking/answers.ts";
import { createChannelCache } from "../channels/cache.ts";
import { createEgressGuard } from "../egress/guard.ts";
import { createPoster } from "../egress/post.ts";
import { createEventTail } from "../events/tail.ts";
import { createGateway } from "../gateway/gateway.ts";
import { createBacklogWatch } from "../health/backlog.ts";
import { createMetrics } from "../health/metrics.ts";
import { startMetricsServer } from "../health/metrics-server.ts";
import { createRoleWatch } from "../health/role-watch.ts";
import { createRoom } from "../health/room.ts";
import { urlOf } from "../http/address.ts";
import { listeningOf } from "../http/listening.ts";
import { createReading } from "../http/reading.ts";
import { createInbox, type TakeCalls } from "../inbound/facts/inbox.ts";
import { createWhatsAppWebRecords } from "../inbound/facts/web-records.ts";
import { createInboundWork } from "../inbound/process/process.ts";
import { startHeartbeat } from "../lanes/heartbeat.ts";
import { createLanes } from "../lanes/lanes.ts";
import { NO_WORKER } from "../lanes/no-worker.ts";
import { startWorker } from "../lanes/worker.ts";
import { newId } from "../lib/ids.ts";
import { untilSharedWake } from "../lib/sleep.ts";
import { VERSION } from "../lib/version.ts";
import { createLimits } from "../limits/limits.ts";
import { createRequestLog } from "../logs/request-log.ts";
import { createBorrowedFiles } from "../media/borrowed-file.ts";
import { createMediaStore, incomingFolder } from "../media/configured-store.ts";
import { createConverter } from "../media/convert/converter.ts";
import { createFileFetcher } from "../media/file-fetcher.ts";
import { createFileRoom } from "../media/file-room.ts";
import { createOutgoingFiles } from "../media/outgoing.ts";
import { createAccept } from "../messages/accept/accept.ts";
import { createTemplateDefinitions } from "../messages/template-definitions.ts";
import type { Providers } from "../providers/provider.ts";
import { createProviders, inUse } from "../providers/registry.ts";
import type { WhatsAppWebSessions } from "../providers/whatsapp-web/connection/session.ts";
import { createSessionListener } from "../providers/whatsapp-web/receive/listen.ts";
import { createAcks } from "../providers/whatsapp-web/send/acks.ts";
import { checkMasterKey } from "../secrets/check.ts";
import { createKeyRotationFollower } from "../secrets/key-rotation-follower.ts";
import { createAccountTemplates } from "../templates/account-templates.ts";
import { createApp } from "./app.ts";
import { openConnections } from "./connections.ts";
import type { DaemonOptions } from "./daemon-options.ts";
import { drain } from "./drain.ts";
import { createWorks } from "./lane-works.ts";
import { createLongJobs } from "./long-jobs.ts";
import { notificationHandlers } from "./notifications.ts";
import { preparePartitions } from "./partitions.ts";
import { servedLanes } from "./served-lanes.ts";
import { atMost, LAST_WRITES_MS } from "./shutdown.ts";
import { startUpkeep } from "./upkeep.ts";

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

/** Constructs and wires the whole daemon on a database, visibly, in the order its parts need each other. */
export async function startDaemon({
  config,
  databaseUrl,
  pooledUrl,
  secrets,
  keys = NO_KEYS,
  log,
  platforms = {},
  patience,
}: DaemonOptions): Promise<Daemon> {
  const listening = listeningOf(config);
  const { role: roles } = config;
  const isWorker = roles.includes("worker");
  const inPlace = pooledUrl !== undefined;
  await migrate(databaseUrl, { version: VERSION, inPlace, report: (line) => log.warn(line) });
  const daemonId = newId("dmn");
  let serving = true;
  const connections = await openConnections(databaseUrl, config, pooledUrl);
  const { sql, leases } = connections;
  await checkMasterKey(sql, secrets, keys.name);
  await preparePartitions(databaseUrl, config.retentionDays, log);
  await continueEventPositions(sql);
  const session = await openSession({
    url: databaseUrl,
    daemonId,
    onMoved: () =>
      log.warn("another Postgres takes writes now, or the old one fell silent: its connections were left"),
    restMs: () => untilSharedWake(1500, 2000),
    ...notificationHandlers(() => ({
      ...{ authenticator, channels, templates, lanes, gateway, answers, keyRotation, requestLog },
    })),
  });
  const requestLog = createRequestLog(sql, daemonId, log);
  const keyRotation = createKeyRotationFollower({ sql, keyring: secrets, source: keys, daemonId, log });
  const peppers = { keys: secrets.derive("api keys"), tokens: secrets.derive("tokens") };
  const authenticator = createAuthenticator(sql, peppers, () => session.isListening(), config.cell);
  const channels = createChannelCache(sql, () => session.isListening());
  const templates = createTemplateDefinitions(sql, () => session.isListening());
  const answers = createSessionAnswers();

  const guard = createEgressGuard(config.allowPrivateHosts);
  const poster = createPoster(guard);
  const incoming = incomingFolder(config);
  const fileRoom = createFileRoom(createMediaStore(config), incoming);
  const media = fileRoom.store;
  const converter = createConverter(config);
  const mediaDependencies = { store: media, incoming, organizationMediaGb: config.organizationMediaGb };
  const takeCalls: TakeCalls = (platform, calls) => inbound.take(platform, calls);
  const records = createWhatsAppWebRecords(sql, secrets, takeCalls);
  const acks = createAcks();
  const sessions: WhatsAppWebSessions = { find: (channelId) => gateway.find(channelId) };
  const files = {
    fetch: createOutgoingFiles(guard, { sql, ...mediaDependencies, converter }),
    keep: createFileFetcher({ sql, ...mediaDependencies, providers: () => providers }),
  };
  const borrow = createBorrowedFiles({ ...config, guard }, incoming);
  const registered = Object.entries(platforms).map(([name, register]) => [
    name,
    register({ receive: createInbox(name, takeCalls) }),
  ]);
  const web = { sessions, records, files, acks };
  const common = createProviders({ ...config, callMs: patience?.callMs, guard, web });
  const providers: Providers = inUse({ ...common, ...Object.fromEntries(registered) }, config.sandbox);
  const backlog = createBacklogWatch(sql);
  const metrics = createMetrics(
    () => lanes.active(),
    () => gateway.count(),
    backlog,
    () => mediaTotals(sql, config.organizationMediaGb),
  );
  const room = createRoom(isDatabaseFull, () => hasRoom(sql));
  const accountTemplates = createAccountTemplates({ sql, secrets, providers, log, forget: templates.forget });
  const rateCard = readRateCard(config);
  const works = createWorks(metrics, {
    ...{ sql, secrets, providers, channels, templates, daemonId, converter, restTimes: patience?.rests },
    ...{ poster, guard, accountTemplates, rateCard, ...mediaDependencies, isStopping: () => !serving, log },
  });
  const serves = servedLanes(roles, (channelId) => sessions.find(channelId) !== null);
  const lanes = createLanes({ sql, daemonId, works, serves, log });
  const gateway = createGateway({
    sql,
    leases,
    secrets,
    log,
    daemonId,
    url: config.webSocketUrl,
    rootKey: config.webRootKey,
    listener: createSessionListener({ records, acks, borrow, undecrypted: metrics.undecrypted, log }),
    wakeLane: lanes.wake,
  });
  const inbound = createInboundWork({ sql, log, platforms: providers });
  const longJobs = createLongJobs({ sql, secrets, providers, log });
  // from here on, things are sealed
  await keyRotation.start();
  const jobs = { lane: lanes.wake, inbound: () => inbound.process(), ...longJobs };
  const worker = isWorker ? await startWorker(databaseUrl, jobs, log) : NO_WORKER;
  const heartbeat = await startHeartbeat({
    sql: leases,
    daemonId,
    about: {
      roles,
      version: VERSION,
      functions: inPlace ? null : FUNCTION_SCHEMA,
      newestMigration: NEWEST_MIGRATION,
    },
    worker,
    lanes,
    inbound: inbound.process,
    log,
  });
  if (roles.includes("gateway")) gateway.start();
  const upkeep = { ...{ config, databaseUrl, sql, secrets, providers, log }, ...mediaDependencies };
  const stopUpkeep = isWorker ? startUpkeep(upkeep) : async () => {};

  const tail = createEventTail(sql, log);
  const limits = createLimits(sql, config, log);
  const app = createApp({
    sql,
    reading: createReading(
      connections.reading,
      { atOnce: config.databaseReadingPoolSize, seconds: config.readSeconds },
      connections.replica,
    ),
    replica: connections.replica,
    log,
    secrets,
    authenticator,
    channels,
    templates,
    accountTemplates,
    providers,
    gateway,
    answers,
    guard,
    metrics,
    tail,
    accept: createAccept(connections.accepting, lanes, daemonId),
    media,
    uploads: { ...config, incoming, converter },
    ...{ appSecret: config.appSecret, verifyToken: config.verifyToken, cell: config.cell },
    roles,
    parts: () => ({ worker: heartbeat.isWell(), gateway: gateway.isWorking() }),
    missingRoles: createRoleWatch(sql),
    backlog,
    isServing: () => serving,
    ...{ room, fileRoom },
    databaseHosts: addressesOf(databaseUrl).length,
    outside: config,
    ...{ rateCard, limits, requestLog, storeInbound: inbound.store },
    transport: { ...config, isTls: listening.tls !== undefined },
  });
  app.listen(listening);
  const metricsServer =
    config.metricsPort === undefined
      ? null
      : startMetricsServer(metrics, config.metricsPort, config.metricsHost);

  return {
    url: urlOf(config.host, app.server?.port ?? config.port, listening.tls !== undefined),
    async stop({ drainSeconds } = config) {
      serving = false;
      const swept = stopUpkeep();
      const { shutdownSeconds } = config;
      await drain({ app, drainSeconds, shutdownSeconds, worker, lanes, gateway, endStreams: tail.stop });
      const writes = [requestLog.stop(), inbound.stop(), swept, limits.stop(), keyRotation.stop()];
      await atMost(LAST_WRITES_MS, Promise.all([...writes, metricsServer?.stop()]));
      await atMost(LAST_WRITES_MS, heartbeat.stop());
      poster.close();
      await Promise.all([atMost(LAST_WRITES_MS, session.close()), connections.end()]);
    },
  };
}
