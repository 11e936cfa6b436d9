/** The webhook routes on a real database, called as a client with a real key would. */
import { Elysia } from "elysia";
import pino from "pino";
import { createAuthenticator } from "../../daemon/auth/authenticate.ts";
import { hashKey, newKey } from "../../daemon/auth/key.ts";
import { docsRoutes } from "../../daemon/docs/routes.ts";
import { createEgressGuard } from "../../daemon/egress/guard.ts";
import { createPoster } from "../../daemon/egress/post.ts";
import type { DescribedRoute } from "../../daemon/http/openapi/openapi.ts";
import { createCursors } from "../../daemon/http/paging.ts";
import { createReading } from "../../daemon/http/reading.ts";
import { createSenderReader } from "../../daemon/http/sender.ts";
import { createHttp } from "../../daemon/http/server.ts";
import { newId } from "../../daemon/lib/ids.ts";
import { createFolderStore } from "../../daemon/media/stores/folder-store.ts";
import { createSecrets } from "../../daemon/secrets/envelope.ts";
import type { EndpointForm } from "../../daemon/webhooks/forms/form.ts";
import { createForms } from "../../daemon/webhooks/forms/forms.ts";
import { webhookRoutes } from "../../daemon/webhooks/routes.ts";
import { insertKey } from "../../db/auth/api-keys.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { testDatabase } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const BASE = "http://localhost/v1/settings/developer/webhooks";

export type Answer = { status: number; type: string | null; body: Record<string, unknown> };

/** `forms` are those beside Waypost's own; `allowed` the private addresses that endpoints may have. */
export async function startRoutesFixture({
  forms: others = [],
  allowed = [],
}: {
  forms?: readonly EndpointForm[];
  allowed?: readonly string[];
} = {}) {
  const { sql, drop } = await testDatabase();
  await makePartitions(sql);
  const secrets = createSecrets([{ id: "testtest", key: new Uint8Array(32).fill(7) }]);
  const pepper = secrets.derive("api keys");
  const http = createHttp({
    sql,
    secrets,
    guard: createAuthenticator(sql, { keys: pepper, tokens: pepper }, () => false),
    log: pino({ level: "silent" }),
    routes: () => app.routes,
    senderOf: createSenderReader(false),
    limits: { spend: () => ({}), spendStranger: () => {} },
    observers: [],
    refuseUnsigned: () => {},
    refuseElsewhere: () => {},
    requestSeconds: 30,
    isServing: () => true,
  });
  const routes = (): readonly DescribedRoute[] => app.routes;
  const guard = createEgressGuard(allowed);
  const poster = createPoster(guard);
  const forms = createForms(others);
  const media = createFolderStore(temporaryFolder("files"));
  const reading = createReading(sql, { atOnce: 1, seconds: 10 });
  const cursors = createCursors(secrets.derive("cursors"));
  const app = new Elysia()
    .use(http)
    .use(docsRoutes({ routes, webhooks: () => ({}) }))
    .use(webhookRoutes(http, { sql, reading, secrets, guard, cursors, poster, forms, media }));

  async function key(organizationId: string, permissions: string[], channelIds: string[] | null = null) {
    const secret = newKey();
    await insertKey(sql, {
      organization_id: organizationId,
      id: newId("key"),
      name: "test",
      permissions,
      channel_ids: channelIds,
      created_by: null,
      prefix: secret.slice(0, 6),
      last4: secret.slice(-4),
      expires_at: null,
      hash: hashKey(secret, pepper),
    });
    return secret;
  }

  async function channel(organizationId: string) {
    const id = newId("ch");
    const common = { organization_id: organizationId, id, name: "Support", settings: {} };
    await insertChannel(sql, { ...common, platform: "whatsapp_unofficial", status: "connected" });
    return id;
  }

  /** Calls as one key: a path below the webhooks' own, and an optional JSON body. */
  function client(apiKey: string) {
    return async (method: string, path: string, body?: unknown): Promise<Answer> => {
      const response = await app.handle(
        new Request(`${BASE}${path}`, {
          method,
          headers: { "x-api-key": apiKey, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      const type = response.headers.get("content-type");
      return { status: response.status, type, body: text === "" ? {} : JSON.parse(text) };
    };
  }

  async function stop() {
    poster.close();
    await drop();
  }

  return { sql, app, key, channel, client, stop };
}
