/** A key and an endpoint that exist for as long as the first message takes, and what a killed start left of them. */
import { hashKey, newKey } from "../../../daemon/auth/key.ts";
import type { Permission } from "../../../daemon/http/permissions.ts";
import { newId } from "../../../daemon/lib/ids.ts";
import type { Database } from "../../../daemon/start/database.ts";
import { deleteKey, insertKey, listKeys } from "../../../db/auth/api-keys.ts";
import type { Sql } from "../../../db/connection/client.ts";

/** Calls the API and returns its response; throws a sentence when it refuses. */
export type Call = <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>;

/** The name of the key and the endpoint: others of the same name were left by a start that was killed. */
const OWN_NAME = "scripts/up, for its first message";

const PERMISSIONS: Permission[] = ["channels:read", "messages:send", "messages:read", "webhooks:manage"];
const HOUR_MS = 3_600_000;
const LONGEST_NOTING_MS = 5_000;
const MOST_KEYS = 1_000;
const WEBHOOKS = "/v1/settings/developer/webhooks";

/** Does work with a key of its own, which ends with it. */
export async function withOwnKey<Result>(
  { sql, database, url }: { sql: Sql; database: Database; url: string },
  organizationId: string,
  work: (call: Call) => Promise<Result>,
): Promise<Result> {
  for (const { id, name } of await listKeys(sql, organizationId, null, null, MOST_KEYS))
    if (name === OWN_NAME) await deleteKey(sql, organizationId, id);
  const key = newKey();
  const { id } = await insertKey(sql, {
    ...{ organization_id: organizationId, id: newId("key"), name: OWN_NAME, permissions: PERMISSIONS },
    ...{ channel_ids: null, created_by: null, prefix: key.slice(0, 7), last4: key.slice(-4) },
    expires_at: new Date(Date.now() + HOUR_MS),
    hash: hashKey(key, database.secrets.derive("api keys")),
  });
  try {
    return await work(caller(url, key));
  } finally {
    await deleteKey(sql, organizationId, id);
  }
}

/** Does work with an endpoint of its own at this address, which ends with it. */
export async function withOwnEndpoint<Result>(
  call: Call,
  url: string,
  work: (secret: string) => Promise<Result>,
): Promise<Result> {
  const { data } = await call<{ data: { id: string; description: string | null }[] }>("GET", WEBHOOKS);
  for (const { id, description } of data)
    if (description === OWN_NAME) await call("DELETE", `${WEBHOOKS}/endpoints/${id}`);
  const endpoint = await call<{ id: string; secret: string }>("POST", `${WEBHOOKS}/endpoints`, {
    ...{ url, description: OWN_NAME, filterTypes: ["message.status_update"] },
  });
  try {
    return await work(endpoint.secret);
  } finally {
    await untilNoted(call, endpoint.id);
    await call("DELETE", `${WEBHOOKS}/endpoints/${endpoint.id}`);
  }
}

/** What was accepted is noted a moment later: an endpoint that is deleted before leaves failures that nobody had. */
async function untilNoted(call: Call, endpointId: string): Promise<void> {
  const path = `${WEBHOOKS}/deliveries?endpoint_id=${endpointId}&status=pending&limit=1`;
  const deadline = Date.now() + LONGEST_NOTING_MS;
  while (Date.now() < deadline && (await call<{ data: unknown[] }>("GET", path)).data.length > 0)
    await Bun.sleep(50);
}

function caller(url: string, key: string): Call {
  return async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { "x-api-key": key, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok) return (response.status === 204 ? null : await response.json()) as Answer;
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    throw new Error(detail ?? `${method} ${path} was answered with ${response.status}`);
  };
}
