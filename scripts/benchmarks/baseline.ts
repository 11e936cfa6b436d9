/**
 * What accepting is compared with: the daemon's own API with another `accept` behind it. The first argument is
 * `without-database` (answers at once) or `one-per-request` (each message in a transaction of its own, which adds
 * its lane's job). Keys and channels are read from the database and cached, as in the daemon.
 */

import { createAuthenticator } from "../../daemon/auth/authenticate.ts";
import { createSessionAnswers } from "../../daemon/channels/asking/answers.ts";
import { createChannelCache } from "../../daemon/channels/cache.ts";
import { loadConfig } from "../../daemon/config/config.ts";
import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { createEventTail } from "../../daemon/events/tail.ts";
import { createBacklogWatch } from "../../daemon/health/backlog.ts";
import { createMetrics } from "../../daemon/health/metrics.ts";
import { createRoom } from "../../daemon/health/room.ts";
import { createReading } from "../../daemon/http/reading.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { createLimits } from "../../daemon/limits/limits.ts";
import { createRequestLog } from "../../daemon/logs/request-log.ts";
import { createConverter } from "../../daemon/media/outgoing/convert/converter.ts";
import { createMediaStore, incomingFolder } from "../../daemon/media/stores/configured-store.ts";
import { createFileRoom } from "../../daemon/media/stores/file-room.ts";
import type { Accept } from "../../daemon/messages/accept/accept.ts";
import { createTemplateDefinitions } from "../../daemon/messages/template-definitions.ts";
import { CLOUD_API } from "../../daemon/providers/cloud-api/platform.ts";
import { createCloudApiProvider } from "../../daemon/providers/cloud-api/provider.ts";
import { inUse } from "../../daemon/providers/registry.ts";
import { createSecrets } from "../../daemon/secrets/envelope.ts";
import { keySource } from "../../daemon/secrets/master-key.ts";
import { createApp } from "../../daemon/start/app.ts";
import { connect, type Sql } from "../../db/connection/client.ts";
import { isDatabaseFull } from "../../db/connection/connection-errors.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { hasRoom } from "../../db/maintenance/room.ts";
import { acceptMessages } from "../../db/messages/messages.ts";

const accepts: Record<string, (sql: Sql) => Accept> = {
  "without-database": () => async () => ({
    n: 0,
    outcome: "accepted",
    response: null,
    conversation_id: null,
  }),
  "one-per-request": (sql) => async (request) => {
    const [outcome] = await acceptMessages(sql, [{ ...request, n: 0 }]);
    if (outcome === undefined) throw new Error("no outcome");
    return outcome;
  },
};

const config = loadConfig();
const sql = connect(config.databaseUrl ?? "", { max: config.databasePoolSize, idleTimeoutMs: 0 });
await makePartitions(sql);
const secrets = createSecrets((await keySource(config).read()) ?? []);
const accept = accepts[process.argv[2] ?? ""]?.(sql);
if (accept === undefined) throw new Error(`the first argument is one of ${Object.keys(accepts).join(", ")}`);

const fileRoom = createFileRoom(createMediaStore(config), incomingFolder(config));
const app = createApp({
  sql,
  reading: createReading(sql, { atOnce: config.databaseReadingPoolSize, seconds: config.readSeconds }),
  log: createLog(config.logLevel),
  secrets,
  authenticator: createAuthenticator(
    sql,
    { keys: secrets.derive("api keys"), tokens: secrets.derive("tokens") },
    () => true,
  ),
  channels: createChannelCache(sql, () => true),
  templates: createTemplateDefinitions(sql, () => true),
  accountTemplates: { refresh: async () => false },
  providers: inUse({ [CLOUD_API.name]: createCloudApiProvider(config.graphUrl) }, true),
  gateway: { prepare: async () => {} },
  answers: createSessionAnswers(),
  guard: createEgressGuard(config.allowPrivateHosts),
  metrics: createMetrics(),
  accept,
  media: fileRoom.store,
  uploads: { ...config, incoming: incomingFolder(config), converter: createConverter(config) },
  tail: createEventTail(sql, createLog(config.logLevel)),
  appSecret: config.appSecret,
  verifyToken: config.verifyToken,
  storeInbound: async () => {},
  roles: ["api"],
  parts: () => ({ worker: true, gateway: true }),
  missingRoles: async () => [],
  backlog: createBacklogWatch(sql),
  isServing: () => true,
  ...{ room: createRoom(isDatabaseFull, () => hasRoom(sql)), fileRoom },
  rateCard: null,
  limits: createLimits(sql, config, createLog(config.logLevel)),
  requestLog: createRequestLog(sql, "dmn_baseline", createLog(config.logLevel)),
  transport: { ...config, isTls: false },
  databaseHosts: 1,
  replica: null,
  outside: config,
  page: config.page,
});
app.listen({ hostname: config.host, port: config.port });
process.stdout.write(`listening at http://${config.host}:${app.server?.port}\n`);
