import type { Channel } from "../../lib/api/types/channels.ts";
import type { Diagnostics } from "../../lib/api/types/diagnostics.ts";
import type { Endpoint } from "../../lib/api/types/webhooks.ts";
import { type Finding, problem, skipped, warning, well } from "./finding.ts";

/** Below it, a number wants somebody: it has left the level `good`. */
const AILING = 80;

/** How the channels are: which are not connected, paused, or about to be restricted, and what to do. */
export function channelFindings(channels: readonly Channel[]): Finding[] {
  // why one is out of use is said of its connection
  const ailing = channels.filter(
    ({ health_score, status }) => health_score !== null && health_score < AILING && status !== "disconnected",
  );
  const unwell = ailing.map(({ id, health_score }) =>
    warning(
      "health of numbers",
      `${id} has ${health_score} of 100 points: WhatsApp may restrict it`,
      `See why, and what to do: waypost channels health ${id}`,
    ),
  );
  return [
    ...connectionFindings(channels),
    ...limitFindings(channels),
    ...unwell,
    ...accountFindings(channels),
  ];
}

/**
 * Which official numbers name no messaging account where others do: from a version of the first half of 2027 on, Meta wants
 * one wherever an app has several ("Account model evolution", October 2026).
 */
function accountFindings(channels: readonly Channel[]): Finding[] {
  const official = channels.filter(({ waba_id }) => waba_id !== undefined);
  const unnamed = official.filter(({ settings }) => !settings.messaging_account_id);
  if (unnamed.length === official.length) return [];
  return unnamed.map(({ id }) =>
    warning(
      "messaging accounts",
      `${id} names none, as others do: in 2027 Meta refuses its messages if the number has several`,
      `Name it: waypost channels update ${id} --settings '{"messaging_account_id":"…"}'`,
    ),
  );
}

/** Paired numbers that are near WhatsApp's limit of new chats, or at it. */
function limitFindings(channels: readonly Channel[]): Finding[] {
  const near = channels.filter(({ status_reason }) => status_reason?.startsWith("new_chats_"));
  return near.map(({ id, status_reason }) =>
    warning("new chats", `${id}: ${status_reason}`, `See what it may send: waypost channels limits ${id}`),
  );
}

function connectionFindings(channels: readonly Channel[]): Finding[] {
  const down = channels.filter(({ status, settings }) => status !== "connected" || settings.paused);
  if (channels.length === 0)
    return [warning("channels", "there are none", "Add one: waypost channels pair, or channels create.")];
  if (down.length === 0) return [well("channels", `${channels.length}, none down`)];
  return down.map((channel) => {
    const { id, status, status_reason } = channel;
    if (status === "connected")
      return warning("channels", `${id} is paused`, `Resume it: waypost channels resume ${id}`);
    const found = `${id} is ${status}${status_reason ? ` (${status_reason})` : ""}`;
    const report = ["failed", "logged_out", "replaced", "restricted"].includes(status) ? problem : warning;
    return report("channels", found, channelAdvice(channel));
  });
}

const TOKEN_REFUSED = /^channel_(auth_failed|permission_denied)\b|^the access token expired/;

function channelAdvice({ id, platform, status, status_reason }: Channel): string {
  if (TOKEN_REFUSED.test(status_reason ?? ""))
    return `Replace its access token: waypost channels update ${id} --access-token -`;
  if (platform !== "whatsapp_unofficial")
    return `Check its token and number: waypost channels get ${id}${status_reason ? ", and what Meta says" : ""}`;
  if (status_reason?.startsWith("proxy_unreachable")) return proxyAdvice(id);
  if (status === "logged_out") return `Pair it again: waypost channels pair ${id}`;
  if (status_reason?.endsWith("(405)"))
    return "Update Waypost, or set WAYPOST_WA_WEB_VERSION to the version that web.whatsapp.com uses.";
  if (status === "restricted")
    return "WhatsApp restricts the number; wait, and write to fewer people who don't know you.";
  return `Connect it: waypost channels connect ${id}; or pair it: waypost channels pair ${id}`;
}

/** Whether numbers reach WhatsApp through their proxies. */
export function proxyFindings({ proxies }: Diagnostics): Finding[] {
  return proxies.map(({ channel_id: id, error, milliseconds }) =>
    error === null
      ? well("proxies", `that of ${id} leads to WhatsApp, in ${milliseconds} ms`)
      : problem("proxies", `that of ${id} does not lead to WhatsApp (${error})`, proxyAdvice(id)),
  );
}

function proxyAdvice(id: string): string {
  return `Nothing of the number goes past its proxy: mend it, or name another one: waypost channels update ${id} --proxy -`;
}

/** How the webhook endpoints are. */
export function endpointFindings(endpoints: readonly Endpoint[]): Finding[] {
  const ailing = endpoints.filter(({ enabled, failing_since }) => !enabled || failing_since);
  if (ailing.length === 0) return [well("endpoints", `${endpoints.length}, none failing`)];
  return ailing.map(({ id, url, enabled, disabled_reason, failing_since }) => {
    if (enabled)
      return problem(
        "endpoints",
        `${url} has been failing since ${failing_since}`,
        `See the responses: waypost deliveries list --endpoint ${id} --status failed`,
      );
    const found = `${url} is disabled${disabled_reason ? ` (${disabled_reason})` : ""}`;
    return warning(
      "endpoints",
      found,
      `Enable it: waypost endpoints resume ${id}. If failures disabled it, replay what it missed.`,
    );
  });
}

/** Whether Meta answers the version of its Graph API that the daemon calls, and for how long. */
export function graphVersionFindings({ graph_version }: Pick<Diagnostics, "graph_version">): Finding[] {
  if (graph_version === null) return [];
  const { version, ends_on, state } = graph_version;
  const advice =
    "Set WAYPOST_GRAPH_URL to a newer version, or leave it unset for the one that this version of Waypost is made for.";
  if (state === "ended") {
    const since = ends_on === null ? "" : ` on ${ends_on}`;
    return [problem("Graph API", `${version} ended${since}: Meta answers as a newer version`, advice)];
  }
  if (state === "ends_soon") return [warning("Graph API", `Meta ends ${version} on ${ends_on}`, advice)];
  return [well("Graph API", ends_on === null ? version : `${version}, until ${ends_on}`)];
}

/** Whether Meta sends all that Waypost reads: it drops what happens in a field that the app is not subscribed to. */
export function webhookFieldFindings({ webhook_fields }: Pick<Diagnostics, "webhook_fields">): Finding[] {
  if (webhook_fields === null) return [];
  const { missing, error } = webhook_fields;
  if (error !== null)
    return [
      skipped(
        "webhook fields",
        `Meta does not say which the app is subscribed to: ${error}`,
        "Check WAYPOST_APP_ID and WAYPOST_APP_SECRET, and whether the daemon can reach Meta.",
      ),
    ];
  if (missing.length === 0) return [well("webhook fields", "the app is subscribed to all that are read")];
  const report = missing.includes("messages") ? problem : warning;
  return [
    report(
      "webhook fields",
      `the app is not subscribed to ${missing.join(", ")}: Meta sends nothing of them`,
      "Subscribe to them in the app's WhatsApp settings, under Configuration. See docs/onboard-a-number.md.",
    ),
  ];
}

/** Whether the hosts outside answer; one that no channel needs is only warned of. */
export function hostFindings({ hosts }: Diagnostics, channels: readonly Channel[]): Finding[] {
  return hosts.map(({ name, host, error, milliseconds }) => {
    if (error === null) return well("hosts", `${host} responded in ${milliseconds} ms`);
    const needs = name.startsWith("web") ? "whatsapp_unofficial" : "whatsapp_official";
    const report = channels.some(({ platform }) => platform === needs) ? problem : warning;
    return report("hosts", `${host} can't be reached from the daemon (${error})`, reachAdvice(host));
  });
}

/** A host has its port, unless that is 443. */
function reachAdvice(host: string): string {
  const { hostname, port } = new URL(`https://${host}`);
  return `Make sure that the daemon's machine can resolve ${hostname} and connect to it on port ${port || "443"}.`;
}
