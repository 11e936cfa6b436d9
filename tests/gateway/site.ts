/** Gateways alone, without the rest of a daemon: on a database, with a WhatsApp Web server on loopback. */
import {
  type Standing,
  standingOf,
  wantConnection,
  wantDisconnection,
} from "../../daemon/channels/session.ts";
import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { createGateway, type Gateway } from "../../daemon/gateway/gateway.ts";
import { createHeld, type Held } from "../../daemon/gateway/held-sessions.ts";
import type { GatewayOptions } from "../../daemon/gateway/session-dependencies.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { createAcks } from "../../daemon/providers/whatsapp-web/send/acks.ts";
import {
  startWhatsAppWebSandbox,
  type WhatsAppWebSandbox,
  type WhatsAppWebSandboxOptions,
} from "../../daemon/sandbox/whatsapp-web/sandbox.ts";
import { createSecrets, type Secrets } from "../../daemon/secrets/envelope.ts";
import { findChannel, insertChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { findWhatsAppWebSession, type WhatsAppWebSessionRow } from "../../db/whatsapp-web/sessions.ts";
import { testDatabase } from "../support/database.ts";
import { lookUntil } from "../support/until.ts";
import { createStatusHistory } from "./status-history.ts";

export const NUMBER = "15557010001";
const ORGANIZATION = "org_test";
const LOOK_MS = 1000;

/** Waits for nothing but the work itself, which takes long on a busy machine. */
export const QUICK = {
  connectingMs: 20_000,
  probeEveryMs: 100,
  probeAgainMs: 50,
  probeWithinMs: 1000,
  unreadMs: 5000,
  stableMs: 60_000,
  handoverMs: 0,
  backoffMs: () => 50,
};

/** A gateway, and the sessions that it holds. */
export type SiteGateway = Gateway & Held;

export type GatewaySite = {
  sql: Sql;
  secrets: Secrets;
  web: WhatsAppWebSandbox;
  databaseUrl: string;
  /** Starts one more gateway; `stop` ends those that still run. */
  gateway(options?: Partial<GatewayOptions>): SiteGateway;
  newChannel(): Promise<string>;
  connect(channelId: string, wish?: Parameters<typeof wantConnection>[2]): Promise<void>;
  disconnect(channelId: string, wanted: "off" | "logout" | "delete"): Promise<void>;
  /** Pairs a channel by QR code with the phone of a number. */
  pair(channelId: string, number?: string): Promise<void>;
  row(channelId: string): Promise<WhatsAppWebSessionRow>;
  /** Polls until a channel stands so; fails after a minute. */
  until(channelId: string, isThere: (standing: Standing) => boolean): Promise<Standing>;
  /** Polls until a channel has such a status, or had it since the one that was waited for before. */
  untilStatus(channelId: string, ...statuses: string[]): Promise<Standing["channel"]>;
  stop(): Promise<void>;
};

export async function startGatewaySite(
  options: Partial<WhatsAppWebSandboxOptions> = {},
): Promise<GatewaySite> {
  const database = await testDatabase();
  const { sql } = database;
  const web = await startWhatsAppWebSandbox(options);
  const secrets = createSecrets([{ id: "test", key: crypto.getRandomValues(new Uint8Array(32)) }]);
  const gateways: Gateway[] = [];
  const looking: NodeJS.Timeout[] = [];
  const session = { sql, secrets };
  const history = createStatusHistory(sql);
  const key = (id: string) => ({ organization_id: ORGANIZATION, id });

  async function until(
    id: string,
    isThere: (standing: Standing) => boolean | Promise<boolean>,
  ): Promise<Standing> {
    const look = async () => {
      const standing = await standingOf(session, key(id));
      return { standing, isThere: await isThere(standing) };
    };
    const seen = await lookUntil(look, (one) => one.isThere, 60_000);
    const { status, status_reason } = seen.standing.channel;
    if (!seen.isThere) throw new Error(`the channel stays ${status}: ${status_reason}`);
    return seen.standing;
  }

  const site: GatewaySite = {
    ...session,
    web,
    databaseUrl: database.url,
    until,
    async untilStatus(id, ...statuses) {
      let reached: Pick<Standing["channel"], "status" | "status_reason"> | null = null;
      await until(id, async ({ channel }) => {
        reached = await history.reached(channel, statuses);
        return reached !== null;
      });
      // what came with the status may have been written after the look that found it
      const { channel } = await standingOf(session, key(id));
      const { status, status_reason } = reached ?? channel;
      return { ...channel, status, status_reason };
    },
    gateway(more = {}) {
      const held = createHeld();
      const gateway = createGateway({
        ...session,
        held,
        leases: session.sql,
        log: createLog("silent"),
        daemonId: newId("dmn"),
        guard: createEgressGuard(["127.0.0.0/8"]),
        url: web.url,
        rootKey: web.rootKey,
        device: "Chrome (Mac OS)",
        drift: { note() {} },
        listener: { onSocket() {}, getMessage: async () => undefined },
        sending: { acks: createAcks(), files: { fetch: noFile, keep: noFile } },
        wakeLane: async () => {},
        timings: QUICK,
        ...more,
      });
      gateways.push(gateway);
      gateway.start();
      // as the daemon's look around does when there are any
      looking.push(setInterval(gateway.takeSessions, LOOK_MS));
      return { ...gateway, ...held };
    },
    async newChannel() {
      const id = newId("ch");
      await insertChannel(sql, {
        ...key(id),
        platform: "whatsapp_unofficial",
        status: "disconnected",
        name: "Paired",
        settings: {},
      });
      return id;
    },
    async connect(
      id,
      wish = { method: "qr", phone_number: null, replaces_number: false, replacement: null },
    ) {
      const channel = await findChannel(sql, ORGANIZATION, id);
      if (channel === null) throw new Error("there is no such channel");
      await wantConnection(session, channel, wish);
      for (const gateway of gateways) gateway.look();
    },
    async disconnect(id, wanted) {
      await wantDisconnection(session, key(id), wanted);
      for (const gateway of gateways) gateway.look();
    },
    async pair(id, number = NUMBER) {
      await site.connect(id);
      const { pairing } = await until(id, (standing) => standing.pairing !== null);
      await web.control.scan(number, pairing?.qr ?? "");
      await site.untilStatus(id, "connected");
    },
    async row(id) {
      const row = await findWhatsAppWebSession(sql, ORGANIZATION, id);
      if (row === null) throw new Error("there is no such session");
      return row;
    },
    async stop() {
      for (const timer of looking) clearInterval(timer);
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await web.stop();
      await database.drop();
    },
  };
  return site;
}

/** Nothing here sends a file. */
function noFile(): Promise<never> {
  return Promise.reject(new Error("there are no files"));
}
