import type https from "node:https";
import type { SocketConfig } from "baileys";
import { throughProxy } from "../../../egress/agents.ts";
import { createFetch } from "../../../egress/tunnel/fetch.ts";
import { createLibraryLog } from "../library/log.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import type { WhatsAppWebSession } from "./session.ts";

const CONNECT_MS = 30_000;
/** WhatsApp may take this long to answer a query, unless the caller waits less. */
const ANSWER_MS = 30_000;
/** The gateway looks for signs of life, and more often. The library would do so, too: each look wakes the daemon. */
const KEEP_ALIVE_MS = 600_000;

/** Settings that differ from the library's defaults, which are made for a person's client. */
export function socketSettings(options: ConnectionOptions) {
  const { library, log, url, version, browser, retryCounters, session, fileHosts } = options;
  const tunnel = session.tunnel();
  const { isJidBroadcast, isJidGroup, isJidNewsletter, isJidStatusBroadcast } = library;
  return {
    waWebSocketUrl: url,
    ...(tunnel === null
      ? throughProxy(new URL(url))
      : { agent: tunnel.agentFor(new URL(url)) as https.Agent }),
    // what the library downloads itself; see scripts/patches
    options: { fetch: createFetch(tunnel, fileHosts) } as SocketConfig["options"],
    version,
    browser,
    logger: createLibraryLog(log),
    connectTimeoutMs: CONNECT_MS,
    defaultQueryTimeoutMs: ANSWER_MS,
    keepAliveIntervalMs: KEEP_ALIVE_MS,
    // commits are not repeated by the library: the key writer says whether the session can continue
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    msgRetryCounterCache: retryCounters,
    // what a phone is asked for as it links the device
    syncFullHistory: (session.settings().history ?? "none") !== "none",
    // otherwise the phone would show no notifications
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    shouldIgnoreJid: (jid: string) =>
      isJidGroup(jid)
        ? !hearsGroups(session)
        : isJidBroadcast(jid) || isJidStatusBroadcast(jid) || isJidNewsletter(jid),
  };
}

/** Whether a number takes part in groups; otherwise it talks to people only. */
function hearsGroups(session: WhatsAppWebSession): boolean {
  return session.settings().groups === true;
}
