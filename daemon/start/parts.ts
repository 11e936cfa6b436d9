import type { Session } from "../../db/connection/session.ts";
import { addDrift } from "../../db/health/drift.ts";
import { mediaTotals } from "../../db/media/usage.ts";
import { createButtonSigner } from "../approvals/whatsapp/sign.ts";
import { createAuthenticator } from "../auth/authenticate.ts";
import { createReadNotes } from "../auth/reads/read-notes.ts";
import { createSessionAnswers } from "../channels/asking/answers.ts";
import { type ChannelCache, createChannelCache } from "../channels/cache.ts";
import { createActivity } from "../conversations/activity/activity.ts";
import { createRateCards } from "../costs/rates/rate-cards.ts";
import { createDrift, MOST_SHAPES, OTHERS } from "../drift/drift.ts";
import { createEgressGuard } from "../egress/guard.ts";
import { learnNat64 } from "../egress/nat64.ts";
import { createPoster } from "../egress/post.ts";
import { createEventTail } from "../events/tail.ts";
import { FORMS } from "../fronts/forms.ts";
import { createGateway } from "../gateway/gateway.ts";
import { createHeld } from "../gateway/held-sessions.ts";
import { createTunnels } from "../gateway/number/tunnels.ts";
import { createBacklogWatch } from "../health/backlog.ts";
import { createMetrics } from "../health/metrics.ts";
import { ownUrl } from "../http/own-url.ts";
import { createInbox } from "../inbound/facts/inbox.ts";
import { createWhatsAppWebRecords } from "../inbound/facts/web-records.ts";
import { createInboundWork } from "../inbound/process/process.ts";
import { createLanes } from "../lanes/lanes.ts";
import { createLimits } from "../limits/limits.ts";
import { createRequestLog } from "../logs/request-log.ts";
import { createDownloadLinks, type DownloadLinks } from "../media/links/links.ts";
import { createBorrowedFiles } from "../media/outgoing/borrowed-file.ts";
import { createConverter } from "../media/outgoing/convert/converter.ts";
import { createOutgoingFiles } from "../media/outgoing/outgoing.ts";
import { createFileFetcher } from "../media/received/file-fetcher.ts";
import { createMediaStore, incomingFolder } from "../media/stores/configured-store.ts";
import { createFileRoom } from "../media/stores/file-room.ts";
import { createTemplateDefinitions, type TemplateDefinitions } from "../messages/template-definitions.ts";
import { createDeliveryTally } from "../overview/delivery-tally.ts";
import type { Providers } from "../providers/provider.ts";
import { createProviders, inUse } from "../providers/registry.ts";
import { createSessionListener } from "../providers/whatsapp-web/receive/listen.ts";
import { createAcks } from "../providers/whatsapp-web/send/acks.ts";
import { createPushSender } from "../push/send.ts";
import { createKeyRotationFollower } from "../secrets/key-rotation-follower.ts";
import { createAccountTemplates } from "../templates/account-templates.ts";
import { createForms } from "../webhooks/forms/forms.ts";
import { READS } from "./api/reads.ts";
import type { Connections } from "./connections.ts";
import type { DaemonOptions } from "./daemon-options.ts";
import { createWorks, servedLanes } from "./lane-works.ts";
import { createLongJobs } from "./long-jobs.ts";

/** What all parts stand on. */
export type Ground = Omit<DaemonOptions, "databaseUrl" | "pooledUrl" | "keys"> &
  Required<Pick<DaemonOptions, "keys">> & {
    connections: Connections;
    session: Session;
    daemonId: string;
    isStopping(): boolean;
  };

export type Parts = ReturnType<typeof createParts>;

/** Makes the parts of a daemon, each of those that were made before it. Nothing runs yet. */
export function createParts(ground: Ground) {
  const { config, connections, secrets, keys, daemonId, session, log } = ground;
  const { sql } = connections;
  const isListening = () => session.isListening();
  const peppers = { keys: secrets.derive("api keys"), tokens: secrets.derive("tokens") };
  const channels = createChannelCache(sql, isListening);
  const templates = createTemplateDefinitions(sql, isListening);
  const downloads = createDownloadLinks(secrets.derive("downloads"), config.publicUrl);
  downloads.servedAt(ownUrl(config));
  return {
    ...createPlatforms({ ...ground, channels, templates, downloads }),
    ...{ channels, templates, downloads },
    answers: createSessionAnswers(),
    authenticator: createAuthenticator(sql, peppers, isListening, config.cell),
    keyRotation: createKeyRotationFollower({ sql, keyring: secrets, source: keys, daemonId, log }),
    limits: createLimits(sql, config, log),
    requestLog: createRequestLog(sql, daemonId, log),
    readNotes: createReadNotes({ sql, log }, READS),
    tail: createEventTail(sql, log),
    activity: createActivity(sql),
    forms: createForms(FORMS),
  };
}

type Shared = { channels: ChannelCache; templates: TemplateDefinitions; downloads: DownloadLinks };

/** The parts that messages go through, in and out. */
function createPlatforms(ground: Ground & Shared) {
  const { config, connections, secrets, daemonId, log, patience } = ground;
  const { sql, leases } = connections;
  // filled below: what providers send through is made first, and some of it needs a provider again
  const providers: Providers = {};
  const rateCards = createRateCards(sql, log);
  const past = { sql, templates: ground.templates, retentionDays: config.retentionDays };
  const inbound = createInboundWork({ sql, log, platforms: providers, rateCards, past });
  const held = createHeld();
  const files = createFiles({ ...ground, providers });
  const { guard, tunnels, incoming, organizationMediaGb, converter, store } = files;
  const records = createWhatsAppWebRecords(past, secrets, inbound.take);
  const acks = createAcks();
  const web = { sessions: held, records, files, acks };
  const registered = Object.entries(ground.platforms ?? {}).map(([name, register]) => [
    name,
    register({ receive: createInbox(name, inbound.take) }),
  ]);
  const bounds = { mostShapes: MOST_SHAPES, others: OTHERS };
  const drift = createDrift((counts) => addDrift(sql, counts, bounds), log);
  const common = createProviders({ ...config, callMs: patience?.callMs, guard, drift, web });
  Object.assign(providers, inUse({ ...common, ...Object.fromEntries(registered) }, config.sandbox));

  const backlog = createBacklogWatch(sql);
  const metrics = createMetrics(held.count, backlog, () => mediaTotals(sql, organizationMediaGb));
  const accountTemplates = createAccountTemplates({
    ...{ sql, secrets, providers, log, forget: ground.templates.forget },
  });
  const poster = createPoster(guard);
  const approvalKey = secrets.derive("approvals");
  const deliveryTally = createDeliveryTally({ sql, log });
  const works = createWorks(metrics, deliveryTally, {
    signButtons: createButtonSigner(sql, approvalKey),
    ...{ sql, secrets, providers, channels: ground.channels, templates: ground.templates, daemonId, log },
    ...{ forms: createForms(FORMS), downloads: ground.downloads },
    ...{
      poster,
      guard,
      tunnels,
      accountTemplates,
      rateCards,
      converter,
      store,
      incoming,
      organizationMediaGb,
    },
    ...{ restTimes: patience?.rests, isStopping: ground.isStopping },
  });
  const serves = servedLanes(config.role, (channelId) => held.find(channelId) !== null);
  const lanes = createLanes({ sql, daemonId, works, serves, log });
  metrics.watchLanes(lanes.active);
  metrics.watchDrift(drift.counts);
  const { undecrypted } = metrics;
  const gateway = createGateway({
    ...{ sql, leases, secrets, guard, log, daemonId, held, drift, wakeLane: lanes.wake },
    ...{ url: config.webSocketUrl, rootKey: config.webRootKey },
    ...{ device: config.webDevice, version: config.webVersion },
    sending: web,
    listener: createSessionListener({ records, acks, borrow: files.borrow, undecrypted, log }),
  });
  const longJobs = createLongJobs({
    ...{ sql, secrets, providers, log, channels: ground.channels, templates: ground.templates, store },
    ...{ incoming, accountTemplates, guard, rateCards, canConvert: () => converter.findFfmpeg() !== null },
    ...{ publicUrl: config.publicUrl, approvalKey },
  });
  return {
    ...{
      providers,
      inbound,
      files,
      backlog,
      metrics,
      accountTemplates,
      poster,
      pushes: createPushSender({ secrets, poster }),
      rateCards,
      lanes,
      gateway,
    },
    ...{ longJobs, drift, deliveryTally },
  };
}

/** Where files are kept, and how they come there and leave. */
function createFiles({ config, connections, secrets, providers }: Ground & { providers: Providers }) {
  const guard = createEgressGuard(config.allowPrivateHosts);
  const tunnels = createTunnels(secrets, guard);
  // for URLs that name an address themselves
  void learnNat64();
  const incoming = incomingFolder(config);
  const room = createFileRoom(createMediaStore(config), incoming);
  const { organizationMediaGb } = config;
  const dependencies = { sql: connections.sql, store: room.store, incoming, organizationMediaGb };
  const converter = createConverter(config);
  return {
    ...{ guard, tunnels, incoming, room, converter, organizationMediaGb, store: room.store },
    borrow: createBorrowedFiles({ ...config, guard }, incoming),
    fetch: createOutgoingFiles(guard, { ...dependencies, converter }),
    keep: createFileFetcher({ ...dependencies, providers, tunnels }),
  };
}
