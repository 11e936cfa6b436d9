import type { SQL } from "bun";
import type { FoundSettings, FoundWebhook } from "../found.ts";
import { objectIn, textsIn } from "../given.ts";

/** Evolution's settings that have no counterpart here, and what is to be said of each where it is on. */
const LEFT = {
  alwaysOnline: "it was always shown as online: here it is online while somebody writes",
  readMessages: "it marked all messages as read: here they are read when somebody reads them",
  readStatus: "it marked status updates as seen: they are not read here",
} as const;

/** What of a number's settings goes on, its proxy among it, and what does not, in sentences. */
export async function settingsOf(
  sql: SQL,
  id: string,
): Promise<{ settings: FoundSettings; missing: string[] }> {
  const [row] = await sql`select * from ${sql("Setting")} where ${sql("instanceId")} = ${id}`;
  const [proxy] = await sql`select * from ${sql("Proxy")} where ${sql("instanceId")} = ${id}`;
  const isOn = (name: string) => isTrue(row?.[name]);
  const url = isTrue(proxy?.enabled) ? proxyUrl(proxy) : null;
  return {
    settings: {
      ...(isOn("rejectCall") ? { calls: "reject" } : {}),
      ...(row === undefined ? {} : { groups: !isOn("groupsIgnore") }),
      ...(url === null ? {} : { proxy: { url } }),
    },
    missing: Object.entries(LEFT).flatMap(([name, words]) => (isOn(name) ? [words] : [])),
  };
}

/** MySQL's booleans are numbers. */
function isTrue(value: unknown): boolean {
  return value === true || value === 1;
}

type ProxyRow = { protocol: string; host: string; port: string; username: string; password: string };

function proxyUrl({ protocol, host, port, username, password }: ProxyRow): string {
  const scheme = protocol.startsWith("socks") ? "socks5" : "http";
  const login = username === "" ? "" : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`;
  return `${scheme}://${login}${host}:${port}`;
}

type WebhookRow = {
  url: string;
  enabled: unknown;
  headers: unknown;
  events: unknown;
  webhookBase64: unknown;
};

/** A number's receivers; one that was switched off is left out. */
export async function webhooksOf(sql: SQL, id: string): Promise<FoundWebhook[]> {
  const rows: WebhookRow[] = await sql`select * from ${sql("Webhook")} where ${sql("instanceId")} = ${id}`;
  return rows
    .filter(({ enabled, url }) => isTrue(enabled) && url !== "")
    .map(({ url, headers, events, webhookBase64 }) => ({
      url,
      events: eventsOf(events).map((name) => name.toLowerCase().replaceAll(/[_-]/g, ".")),
      headers: headersOf(headers),
      ...{ secret: null, hasFiles: isTrue(webhookBase64) },
    }));
}

function eventsOf(events: unknown): string[] {
  return textsIn(objectIn(Array.isArray(events) ? { events } : `{"events":${String(events)}}`), "events");
}

/** `jwt_key` is no header: Evolution signs a token of its own with it. */
function headersOf(given: unknown): Record<string, string> {
  const headers = Object.entries(objectIn(given) ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[0] !== "jwt_key",
  );
  return Object.fromEntries(headers);
}
