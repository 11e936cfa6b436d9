import type { SQL } from "bun";
import type { FoundSettings, FoundWebhook } from "../found.ts";
import { objectIn, objectsIn, phoneIn, textIn, textsIn } from "../given.ts";

type Json = Record<string, unknown>;

/** What WAHA knows of a session beside its engine's store. */
export type Known = { config: Json | null; phone: string | null };

/** Of each session that a database of WAHA names; none where it has no such tables. */
export async function knownIn(sql: SQL): Promise<Map<string, Known>> {
  const configs = await entitiesIn(sql, "session_config");
  const numbers = await entitiesIn(sql, "me");
  const names = new Set([...configs.keys(), ...numbers.keys()]);
  return new Map(
    [...names].map((name) => {
      const config = configs.get(name) ?? null;
      const me = objectIn(numbers.get(name)?.me) ?? numbers.get(name);
      return [
        name,
        { config: objectIn(config?.data) ?? objectIn(config?.config) ?? config, phone: phoneIn(me?.id) },
      ];
    }),
  );
}

async function entitiesIn(sql: SQL, table: string): Promise<Map<string, Json>> {
  const rows: { id: string; data: unknown }[] = await sql`select id, data from ${sql(table)}`.catch(() => []);
  return new Map(rows.flatMap(({ id, data }) => ((found) => (found ? [[id, found]] : []))(objectIn(data))));
}

/** A session's receivers: those that its settings name. */
export function webhooksIn(config: Json | null): FoundWebhook[] {
  return objectsIn(config, "webhooks").flatMap((webhook) => {
    const url = textIn(webhook, "url");
    if (url === null) return [];
    const events = textsIn(webhook, "events");
    const headers = objectsIn(webhook, "customHeaders").flatMap((header) => {
      const [name, value] = [textIn(header, "name"), textIn(header, "value")];
      return name === null || value === null ? [] : [[name, value]];
    });
    return [
      {
        ...{ url, events: events.includes("*") ? [] : events, headers: Object.fromEntries(headers) },
        ...{ secret: textIn(objectIn(webhook.hmac), "key"), hasFiles: false },
      },
    ];
  });
}

/** Of a session's settings what a channel has, too. */
export function settingsIn(config: Json | null): FoundSettings {
  const proxy = objectIn(config?.proxy);
  const server = textIn(proxy, "server");
  if (server === null) return {};
  const [name, word] = [textIn(proxy, "username"), textIn(proxy, "password") ?? ""];
  const login = name === null ? "" : `${encodeURIComponent(name)}:${encodeURIComponent(word)}@`;
  const [, scheme = "http", host = ""] = /^(?:(\w+):\/\/)?(.*)$/.exec(server) ?? [];
  return { proxy: { url: `${scheme}://${login}${host}` } };
}
