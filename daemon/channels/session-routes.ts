import { Elysia, t } from "elysia";
import type { ChannelRow } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import type { Replacement } from "../../db/whatsapp-web/number.ts";
import { audited } from "../auth/audit.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Caller } from "../http/caller.ts";
import { digitsAt } from "../http/digits-at.ts";
import { problem } from "../http/problem.ts";
import { baseOf, type SenderReader } from "../http/sender.ts";
import type { Http } from "../http/server.ts";
import { type Static, Type } from "../lib/typebox.ts";
import type { Providers } from "../providers/provider.ts";
import { channelView } from "./channel.ts";
import { passkeyView } from "./passkey/view.ts";
import { pairedChannels, refuseWithoutLibrary } from "./platform.ts";
import { qrResponse } from "./qr-response.ts";
import {
  type PairingRequest,
  type SessionDependencies,
  type Standing,
  standingOf,
  untilStanding,
  wantConnection,
  wantDisconnection,
} from "./session.ts";
import { ConnectBody, DisconnectBody, documentedSessions, QrQuery } from "./session-bodies.ts";

export type SessionRouteDependencies = SessionDependencies & {
  sql: Sql;
  gateway: Pick<Gateway, "prepare">;
  providers: Providers;
  senderOf: SenderReader;
  publicUrl: string | undefined;
};

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
/** How long a response waits for the pairing code. */
const CODE_MS = 15_000;
/** How long a response waits for a connection to end. */
const END_MS = 10_000;
const MAX_WAIT_SECONDS = 60;
/** Statuses that stay until another request. */
const ENDED = ["disconnected", "logged_out", "replaced", "restricted"];

/** Routes that pair, connect and disconnect `/v1/channels/{id}`. */
export function sessionRoutes(http: Http, dependencies: SessionRouteDependencies) {
  const { sql, gateway, providers, senderOf, publicUrl } = dependencies;
  const documented = documentedSessions(providers);
  const showChannel = channelView(providers);
  const mustFind = pairedChannels({ sql, providers });

  return new Elysia({ prefix: "/v1/channels" })
    .use(http)
    .post(
      "/:id/connect",
      async ({ caller, params, body, onceElsewhere }) => {
        const pairing = pairingRequestOf(caller, body);
        const channel = await mustFind(caller, params.id);
        await gateway.prepare().catch(refuseWithoutLibrary);
        const connect = async () => {
          const standing = await connected(dependencies, caller, channel, pairing);
          return { status: 202, body: shown(standing) };
        };
        return await onceElsewhere(connect);
      },
      {
        permission: "channels:manage",
        idempotent: "sealed",
        params: Id,
        body: ConnectBody,
        detail: documented.connect,
      },
    )
    .get(
      "/:id/qr",
      async ({ caller, params, query: { format = "json", wait = 0 }, request, server }) => {
        // Bun would end the request sooner
        server?.timeout(request, MAX_WAIT_SECONDS * 2);
        const found = await mustFind(caller, params.id);
        const { channel, pairing, isPaired } = await untilStanding(
          dependencies,
          found,
          wait * 1000,
          ({ channel: { status }, pairing }) =>
            pairing !== null || status === "connected" || ENDED.includes(status),
        );
        if (channel.status === "connected")
          throw problem(409, "already_connected", "the channel is connected; there is nothing to scan");
        if (format !== "json") return await qrResponse(pairing?.qr ?? null, format);
        return {
          channel_id: channel.id,
          status: channel.status,
          is_paired: isPaired,
          ...passkeyView(pairing, baseOf({ senderOf, publicUrl }, request, server)),
          qr: pairing?.qr ?? null,
          pairing_code: pairing?.pairingCode ?? null,
          expires_at: pairing?.expiresAt.toISOString() ?? null,
          expires_in_seconds: pairing === null ? null : secondsUntil(pairing.expiresAt),
          attempt: pairing?.qr == null ? 0 : pairing.attempt,
          status_reason: channel.status_reason,
        };
      },
      {
        permission: "channels:manage",
        params: Id,
        query: Type.Composite([
          QrQuery,
          Type.Object({
            wait: t.Optional(
              t.Integer({
                minimum: 0,
                maximum: MAX_WAIT_SECONDS,
                description: "Seconds to wait for a code",
              }),
            ),
          }),
        ]),
        detail: documented.qr,
      },
    )
    .post(
      "/:id/disconnect",
      async ({ caller, params, body, onceElsewhere }) => {
        const channel = await mustFind(caller, params.id);
        return await onceElsewhere(async () => {
          const after = await disconnected(dependencies, caller, channel, body?.logout === true);
          return { status: 202, body: showChannel(after) };
        });
      },
      {
        permission: "channels:manage",
        idempotent: true,
        params: Id,
        body: DisconnectBody,
        detail: documented.disconnect,
      },
    );
}

async function connected(
  dependencies: SessionDependencies,
  caller: Caller,
  channel: ChannelRow,
  pairing: PairingRequest,
): Promise<Standing> {
  await audited(
    dependencies.sql,
    caller,
    {
      action: "channel.connected",
      target: { type: "channel", id: channel.id },
      changes: { method: pairing.method, replace_number: pairing.replaces_number, ...wishOf(pairing) },
    },
    (transaction) => wantConnection({ ...dependencies, sql: transaction }, channel, pairing),
  );
  if (pairing.method === "qr") return await standingOf(dependencies, channel);
  return await untilStanding(
    dependencies,
    channel,
    CODE_MS,
    ({ channel: { status }, pairing }) =>
      pairing?.pairingCode != null || status === "connected" || ENDED.includes(status),
  );
}

async function disconnected(
  dependencies: SessionDependencies,
  caller: Caller,
  channel: ChannelRow,
  logout: boolean,
): Promise<ChannelRow> {
  const isConnected = await audited(
    dependencies.sql,
    caller,
    {
      action: "channel.disconnected",
      target: { type: "channel", id: channel.id },
      changes: { logout },
    },
    (transaction) => wantDisconnection({ sql: transaction }, channel, logout ? "logout" : "off"),
  );
  if (!isConnected) return channel;
  const { channel: after } = await untilStanding(dependencies, channel, END_MS, ({ channel: { status } }) =>
    logout ? status === "logged_out" : ENDED.includes(status),
  );
  return after;
}

function pairingRequestOf(caller: Caller, body: Static<typeof ConnectBody> | null): PairingRequest {
  const { method = "qr", phone_number } = body ?? {};
  const replacing = replacementOf(caller, body);
  if (method === "qr") return { method, phone_number: null, ...replacing };
  if (phone_number === undefined) throw notWith("/phone_number", "required for pairing_code");
  return { method: "pairing_code", phone_number: digitsAt("/phone_number", phone_number), ...replacing };
}

/** Whether the number is replaced, how, and in whose name the audit log then has it. */
function replacementOf(
  { actor, address, requestId }: Caller,
  body: Static<typeof ConnectBody> | null,
): Pick<PairingRequest, "replaces_number" | "replacement"> {
  const { replace_number = false, waiting } = body ?? {};
  if (!replace_number && waiting !== undefined) throw notWith("/waiting", "only with replace_number");
  const replacement: Replacement = { waiting: waiting ?? "cancel", by: { actor, address, requestId } };
  return {
    replaces_number: replace_number,
    replacement: replace_number ? JSON.stringify(replacement) : null,
  };
}

function wishOf({ replacement }: PairingRequest): { waiting?: Replacement["waiting"] } {
  return replacement === null ? {} : { waiting: (JSON.parse(replacement) as Replacement).waiting };
}

function notWith(path: string, message: string) {
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}

function shown({ channel, pairing }: Awaited<ReturnType<typeof standingOf>>) {
  const { id, status, status_reason } = channel;
  return {
    id,
    status,
    status_reason,
    ...(pairing?.pairingCode == null ? {} : { pairing_code: pairing.pairingCode }),
  };
}

function secondsUntil(moment: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - Date.now()) / 1000));
}
