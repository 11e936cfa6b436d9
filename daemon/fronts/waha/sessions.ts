import { type ApiRecord, Refused } from "../../http/inside/own-api.ts";
import { problem } from "../../http/problem.ts";
import { type Call, keyOf } from "../shared/call.ts";
import { paged } from "../shared/find.ts";
import { defined, type Json, maybeFlag, maybeText, part, text } from "../shared/given.ts";
import { codeOf } from "../shared/pairing.ts";
import { jidOf } from "../shared/people.ts";
import type { Route } from "../shared/routes.ts";
import { channelOf } from "./ids.ts";
import { route } from "./route.ts";
import { configOf, setWebhooks } from "./webhooks.ts";

/** WAHA's word for a channel's status. */
const STATUSES: Record<string, string> = {
  ...{ connected: "WORKING", degraded: "WORKING", restricted: "WORKING", connecting: "STARTING" },
  ...{ pairing: "SCAN_QR_CODE", logged_out: "FAILED", replaced: "FAILED", disconnected: "STOPPED" },
};

export const statusOf = (status: unknown): string => STATUSES[String(status)] ?? "STOPPED";

export function meOf({ phone_number, name }: { phone_number?: unknown; name?: unknown }): Json | null {
  return typeof phone_number === "string" ? { id: jidOf(phone_number, "c.us"), pushName: name } : null;
}

function sessionForm(channel: ApiRecord): Json {
  const { name, status, updated_at } = channel;
  return {
    ...{ name, status: statusOf(status), me: meOf(channel), assignedWorker: null },
    ...{ presence: null, timestamps: { activity: Date.parse(String(updated_at)) } },
    engine: { engine: "WAYPOST" },
  };
}

const channelRecord = async (call: Call) => await call.api.get(`/v1/channels/${(await channelOf(call)).id}`);

async function list(call: Call) {
  const { records } = await paged(call, "/v1/channels", {}, { skip: 0, take: 1000 });
  return records.map(sessionForm);
}

async function show(call: Call) {
  const channel = await channelRecord(call);
  return { ...sessionForm(channel), config: await configOf(call, String(channel.id)) };
}

async function create(call: Call) {
  const { api, body } = call;
  const name = text(body, "name");
  const config = part(body, "config");
  const proxy = proxyOf(part(config, "proxy"));
  const asked = defined({
    ...{ platform: "whatsapp_unofficial", name },
    settings: proxy === undefined ? undefined : { proxy },
  });
  const { records } = await paged(call, "/v1/channels", {}, { skip: 0, take: 1000 });
  if (call.key === undefined && records.some((one) => one.name === name))
    throw problem(422, "name_in_use", `Session '${name}' already exists. Use PUT to update it.`);
  const made = await api.post("/v1/channels", asked, keyOf(call));
  if (Array.isArray(config.webhooks)) await setWebhooks(call, String(made.id), config);
  if (maybeFlag(body, "start") === false) return sessionForm(made);
  const { status } = await api.post(`/v1/channels/${made.id}/connect`, {}, keyOf(call, "connect"));
  return { ...sessionForm({ ...made, status }), config: await configOf(call, String(made.id)) };
}

function proxyOf(given: Json): Json | undefined {
  const server = maybeText(given, "server");
  if (server === undefined) return undefined;
  const name = maybeText(given, "username");
  const secret = maybeText(given, "password") ?? "";
  const login = name === undefined ? "" : `${encodeURIComponent(name)}:${encodeURIComponent(secret)}@`;
  const [, scheme = "http", host = ""] = /^(?:(\w+):\/\/)?(.*)$/.exec(server) ?? [];
  return { url: `${scheme}://${login}${host}` };
}

async function update(call: Call) {
  const { id } = await channelOf(call);
  const config = part(call.body, "config");
  const proxy = proxyOf(part(config, "proxy"));
  if (proxy !== undefined)
    await call.api.ask("PATCH", `/v1/channels/${id}`, { body: { settings: { proxy } } });
  if (Array.isArray(config.webhooks)) await setWebhooks(call, id, config);
  return await show(call);
}

/** Connects or disconnects; what is so already stays. */
function change(verb: "connect" | "disconnect", body: Json) {
  return async (call: Call) => {
    const channel = await channelRecord(call);
    const isSo =
      verb === "connect" && ["connected", "degraded", "restricted"].includes(String(channel.status));
    if (!isSo) await call.api.post(`/v1/channels/${channel.id}/${verb}`, body, keyOf(call, verb));
    return sessionForm(await call.api.get(`/v1/channels/${channel.id}`));
  };
}

async function restart(call: Call) {
  const { id } = await channelOf(call);
  await call.api.post(`/v1/channels/${id}/disconnect`, {}, keyOf(call, "disconnect"));
  await call.api.post(`/v1/channels/${id}/connect`, {}, keyOf(call, "connect"));
  return sessionForm(await call.api.get(`/v1/channels/${id}`));
}

async function remove(call: Call) {
  const { id } = await channelOf(call);
  await call.api.remove(`/v1/channels/${id}`);
  return {};
}

async function qr(call: Call): Promise<unknown> {
  const { id } = await channelOf(call);
  const format = maybeText(call.query, "format") ?? "image";
  const path = `/v1/channels/${id}/qr`;
  const { qr: value } = await call.api.get(path, { wait: 20 }).catch(notScanned);
  if (typeof value !== "string") throw notScanned(null);
  if (format === "raw") return { value };
  const { bytes } = await call.api.bytes(`${path}?format=png`);
  if (call.accept?.includes("application/json") === true)
    return { mimetype: "image/png", data: Buffer.from(bytes).toString("base64") };
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "content-type": "image/png" } });
}

function notScanned(cause: unknown): never {
  if (cause !== null && !(cause instanceof Refused && cause.problem.code === "already_connected"))
    throw cause;
  throw problem(
    422,
    "nothing_to_scan",
    "the session has no code to scan: start it, or it is connected already",
  );
}

async function requestCode(call: Call) {
  const { id } = await channelOf(call);
  const { pairingCode } = await codeOf(call, id, text(call.body, "phoneNumber"));
  return { code: pairingCode };
}

const forBody = (verb: "start" | "stop" | "logout", answer: (call: Call) => Promise<unknown>) =>
  route(
    "POST",
    `sessions/${verb}`,
    (call) => answer({ ...call, body: { ...call.body, session: nameIn(call.body) } }),
    201,
  );
const nameIn = (body: Json) => maybeText(body, "name") ?? maybeText(body, "session");

const [start, stop, logout] = [
  change("connect", {}),
  change("disconnect", {}),
  change("disconnect", { logout: true }),
];

export const SESSION_ROUTES: readonly Route[] = [
  { ...route("GET", "sessions", list), differs: "`all` is not needed: all are listed" },
  {
    ...route("POST", "sessions", create, 201),
    differs: "it makes a paired channel; `metadata` and engines' settings are left out",
  },
  ...[forBody("start", start), forBody("stop", stop), forBody("logout", logout)],
  route("GET", "sessions/:session", show),
  { ...route("PUT", "sessions/:session", update), differs: "webhooks and the proxy are taken" },
  route("DELETE", "sessions/:session", remove),
  route("GET", "sessions/:session/me", async (call) => meOf(await channelRecord(call))),
  route("POST", "sessions/:session/start", start, 201),
  route("POST", "sessions/:session/stop", stop, 201),
  route("POST", "sessions/:session/logout", logout, 201),
  route("POST", "sessions/:session/restart", restart, 201),
  route("GET", ":session/auth/qr", qr),
  route("POST", ":session/auth/request-code", requestCode, 201),
  route("GET", ":session/profile", async (call) => {
    const channel = await channelRecord(call);
    return { ...(meOf(channel) ?? { id: null }), name: channel.name, picture: null };
  }),
  { method: "GET", path: "/ping", answer: async () => ({ message: "pong" }) },
  {
    method: "GET",
    path: "/health",
    answer: async () => ({ status: "ok", info: {}, error: {}, details: {} }),
  },
  route("GET", "version", async () => VERSION),
  route("GET", "server/version", async () => VERSION),
];

const VERSION = { version: "2026.9.2", engine: "WAYPOST", tier: "PLUS", browser: null };
