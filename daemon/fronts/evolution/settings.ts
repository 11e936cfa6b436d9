import type { ApiRecord } from "../../http/inside/own-api.ts";
import { isObject } from "../../lib/objects.ts";
import type { Call } from "../shared/call.ts";
import { defined, invalid, type Json, maybeFlag, maybeText } from "../shared/given.ts";
import type { Route } from "../shared/routes.ts";
import { channelOf } from "./sends.ts";

/** The settings of a channel that Evolution's settings, and those of its proxy, are. */
export function settingsGiven(body: Json): Json {
  const rejects = maybeFlag(body, "rejectCall");
  const ignores = maybeFlag(body, "groupsIgnore");
  const host = maybeText(body, "proxyHost");
  const proxy = { host, port: body.proxyPort, protocol: body.proxyProtocol };
  return defined({
    calls: rejects === undefined ? undefined : rejects ? "reject" : "ignore",
    groups: ignores === undefined ? undefined : !ignores,
    proxy:
      host === undefined
        ? undefined
        : proxyOf({ ...proxy, username: body.proxyUsername, password: body.proxyPassword }),
  });
}

/** What a channel's settings are called there; what is never so here is false. */
export function shownSettings({ settings }: ApiRecord): Json {
  const { calls, groups } = isObject(settings) ? settings : {};
  return {
    ...{ rejectCall: calls === "reject", msgCall: "", groupsIgnore: groups !== true },
    ...{ alwaysOnline: false, readMessages: false, readStatus: false, syncFullHistory: false },
  };
}

function proxyOf(given: Json): Json {
  const host = maybeText(given, "host");
  const port = maybeText(given, "port");
  if (host === undefined || port === undefined) throw invalid("host", "required, with its port");
  const name = maybeText(given, "username");
  const login =
    name === undefined
      ? ""
      : `${encodeURIComponent(name)}:${encodeURIComponent(maybeText(given, "password") ?? "")}@`;
  const scheme = (maybeText(given, "protocol") ?? "http").startsWith("socks") ? "socks5" : "http";
  return { url: `${scheme}://${login}${host}:${port}` };
}

async function change(call: Call, settings: Json): Promise<ApiRecord> {
  const { id } = await channelOf(call);
  const answer = await call.api.ask("PATCH", `/v1/channels/${id}`, { body: { settings } });
  return (await answer.json()) as ApiRecord;
}

async function setSettings(call: Call) {
  const settings = settingsGiven(call.body);
  const channel =
    Object.keys(settings).length === 0
      ? await call.api.get(`/v1/channels/${(await channelOf(call)).id}`)
      : await change(call, settings);
  return { settings: { instanceName: channel.name, settings: shownSettings(channel) } };
}

async function findSettings(call: Call) {
  return shownSettings(await call.api.get(`/v1/channels/${(await channelOf(call)).id}`));
}

async function setProxy(call: Call) {
  const isOn = maybeFlag(call.body, "enabled") !== false;
  const { settings } = await change(call, { proxy: isOn ? proxyOf(call.body) : null });
  return shownProxy(settings);
}

async function findProxy(call: Call) {
  const { settings } = await call.api.get(`/v1/channels/${(await channelOf(call)).id}`);
  return shownProxy(settings);
}

/** A password is never shown. */
function shownProxy(settings: unknown): Json {
  const { proxy } = isObject(settings) ? settings : {};
  const given = isObject(proxy) ? String(proxy.url) : "";
  if (!URL.canParse(given))
    return { enabled: false, host: "", port: "", protocol: "http", username: "", password: "" };
  const { protocol, hostname: host, port, username } = new URL(given);
  const name = decodeURIComponent(username);
  return { enabled: true, host, port, protocol: protocol.replace(":", ""), username: name, password: "" };
}

export const SETTINGS_ROUTES: readonly Route[] = [
  {
    ...{ method: "POST", status: 201, path: "/settings/set/:instance", answer: setSettings },
    differs: "`rejectCall` and `groupsIgnore` are taken; the others have no counterpart, and are left out",
  },
  { method: "GET", path: "/settings/find/:instance", answer: findSettings },
  { method: "POST", status: 201, path: "/proxy/set/:instance", answer: setProxy },
  { method: "GET", path: "/proxy/find/:instance", answer: findProxy, differs: "the password is not shown" },
];
