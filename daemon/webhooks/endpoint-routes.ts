import { Elysia } from "elysia";
import { type Queryable, type Sql, transact } from "../../db/connection/client.ts";
import {
  deleteEndpoint,
  type EndpointChanges,
  type EndpointRow,
  insertEndpoint,
  listEndpoints,
  updateEndpoint,
} from "../../db/webhooks/endpoints.ts";
import { audit, audited } from "../auth/audit.ts";
import { mayGiveAccess } from "../auth/given-access.ts";
import type { EgressGuard } from "../egress/guard.ts";
import { EVENT_TYPES, EVENTS } from "../events/catalogue.ts";
import type { Caller } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { type Static, Type } from "../lib/typebox.ts";
import type { Secrets } from "../secrets/envelope.ts";
import {
  CreatedEndpointSchema,
  CreateEndpointBody,
  EndpointSchema,
  sealHeaders,
  showEndpoint,
  UpdateEndpointBody,
} from "./endpoint.ts";
import { checkEndpoint, MOST_ENDPOINTS } from "./endpoint-rules.ts";
import { mustFindEndpoint } from "./find.ts";
import { redacted, refuseHeadersElsewhere } from "./hidden-headers.ts";
import { secretContext } from "./sealed.ts";
import { newSigningSecret } from "./signature.ts";
import { mayUseEndpoint, requireOwnChannels } from "./visibility.ts";

export type EndpointDependencies = { sql: Sql; reading: Reading; secrets: Secrets; guard: EgressGuard };

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const CATALOGUE = Object.entries(EVENTS).map(([type, { description, body, example }]) => ({
  type,
  description,
  schema: JSON.parse(JSON.stringify(body)) as Record<string, unknown>,
  example: example as Record<string, unknown>,
}));
const SettingsSchema = Type.Object({
  data: Type.Array(EndpointSchema),
  event_types: Type.Array(Type.String(), {
    description: "Every event type",
    examples: [EVENT_TYPES],
  }),
  events: Type.Array(
    Type.Object({
      type: Type.String(),
      description: Type.String({ description: "When it is sent" }),
      schema: Type.Record(Type.String(), Type.Unknown(), { description: "JSON Schema of the body" }),
      example: Type.Record(Type.String(), Type.Unknown()),
    }),
    {
      description: "Every event type, with its body",
      examples: [CATALOGUE.filter(({ type }) => type === "conversation.updated")],
    },
  ),
});

/** The endpoints' half of `/v1/settings/developer/webhooks`. */
export function endpointRoutes(http: Http, dependencies: EndpointDependencies) {
  const { sql, reading, secrets } = dependencies;

  return new Elysia({ prefix: "/v1/settings/developer/webhooks" })
    .use(http)
    .get(
      "/",
      async ({ caller }) => {
        const rows = await reading.of(caller).read((sql) => listEndpoints(sql, caller.organizationId));
        const data = rows.filter((row) => mayUseEndpoint(caller, row)).map((row) => showEndpoint(row));
        return { data, event_types: EVENT_TYPES, events: CATALOGUE };
      },
      {
        permission: "webhooks:manage",
        detail: documented({
          operation: "listEndpoints",
          summary: "List webhook settings",
          description: "Every endpoint, newest first, and the event types to subscribe to.",
          responses: { 200: { description: "Endpoints and event types", schema: SettingsSchema } },
        }),
      },
    )
    .post(
      "/endpoints",
      async ({ caller, body, once }) => {
        requireOwnChannels(caller, body.channels ?? null);
        await checkEndpoint(dependencies, caller, body);
        const make = async (sql: Queryable) => {
          const secret = newSigningSecret();
          const row = await create(sql, secrets, caller, body, secret);
          return { status: 201, body: { ...showEndpoint(row), secret } };
        };
        return await once(make);
      },
      {
        permission: "webhooks:manage",
        idempotent: "sealed",
        body: CreateEndpointBody,
        detail: documented({
          operation: "createEndpoint",
          summary: "Create an endpoint",
          description:
            "Events from now on are posted to it, signed with the secret. The secret is shown only in this response.",
          errors: [409],
          creates: CreatedEndpointSchema,
        }),
      },
    )
    .get(
      "/endpoints/:id",
      async ({ caller, params }) => showEndpoint(await mustFindEndpoint(sql, caller, params.id)),
      {
        permission: "webhooks:manage",
        params: Id,
        detail: documented({ operation: "getEndpoint", summary: "Get an endpoint", shows: EndpointSchema }),
      },
    )
    .patch(
      "/endpoints/:id",
      async ({ caller, params, body }) => {
        const endpoint = await mustFindEndpoint(sql, caller, params.id);
        requireOwnChannels(caller, body.channels === undefined ? endpoint.channels : body.channels);
        await checkEndpoint(dependencies, caller, body);
        refuseHeadersElsewhere(endpoint, body);
        const target = { type: "endpoint", id: endpoint.id };
        const changed = await audited(
          sql,
          caller,
          { action: "endpoint.updated", target, changes: redacted(body) },
          async (transaction) => {
            await mayGiveAccess(transaction, caller, "webhooks:manage");
            const values = changes(endpoint, body, secrets, caller);
            const row = await updateEndpoint(transaction, caller.organizationId, endpoint.id, values);
            if (row === null) throw notFound("endpoint");
            return row;
          },
        );
        return showEndpoint(changed);
      },
      {
        permission: "webhooks:manage",
        elsewhere: true,
        params: Id,
        body: UpdateEndpointBody,
        detail: documented({
          operation: "updateEndpoint",
          summary: "Update an endpoint",
          description:
            "Absent fields stay; if the URL's host changes, send the headers again. Disabling an endpoint pauses it: events wait for it. Enabling it delivers what waited, and replays what happened while failures had disabled it.",
          shows: EndpointSchema,
        }),
      },
    )
    .delete(
      "/endpoints/:id",
      async ({ caller, params, set }) => {
        const endpoint = await mustFindEndpoint(sql, caller, params.id);
        await audited(
          sql,
          caller,
          { action: "endpoint.deleted", target: { type: "endpoint", id: endpoint.id } },
          async (transaction) => {
            if (!(await deleteEndpoint(transaction, caller.organizationId, endpoint.id)))
              throw notFound("endpoint");
          },
        );
        set.status = 204;
      },
      {
        permission: "webhooks:manage",
        params: Id,
        detail: documented({
          operation: "deleteEndpoint",
          summary: "Delete an endpoint",
          description: "Deliveries that wait for it become `exhausted`. Its deliveries stay readable.",
          responses: { 204: { description: "Deleted" } },
        }),
      },
    );
}

async function create(
  sql: Queryable,
  secrets: Secrets,
  caller: Caller,
  body: Static<typeof CreateEndpointBody>,
  secret: string,
): Promise<EndpointRow> {
  const id = newId("ep");
  const endpoint = {
    ...{ organization_id: caller.organizationId, id, created_by: caller.actor.id },
    ...{ url: body.url, description: body.description ?? "" },
    filter_types: body.filterTypes ?? null,
    channels: body.channels ?? null,
    headers: sealHeaders(id, body.headers ?? {}, secrets),
    rate_per_second: body.rate_per_second ?? null,
    concurrency: body.concurrency ?? null,
  };
  const sealed = { id: Bun.randomUUIDv7(), secret: secrets.encrypt(secret, secretContext(id)) };
  return await transact(sql, async (transaction) => {
    await mayGiveAccess(transaction, caller, "webhooks:manage");
    const row = await insertEndpoint(transaction, endpoint, sealed, MOST_ENDPOINTS);
    if (row === null)
      throw problem(409, "too_many_endpoints", `an organisation has at most ${MOST_ENDPOINTS} endpoints`);
    const target = { type: "endpoint", id };
    await audit(transaction, caller, { action: "endpoint.created", target, changes: redacted(body) });
    return row;
  });
}

function changes(
  { id, headers }: EndpointRow,
  body: Static<typeof UpdateEndpointBody>,
  secrets: Secrets,
  { actor }: Caller,
): EndpointChanges {
  return {
    url: body.url,
    // it belongs to the person who changes its address or enables it again
    created_by: body.url === undefined && body.enabled !== true ? undefined : actor.id,
    description: body.description,
    filter_types: body.filterTypes,
    channels: body.channels,
    headers: body.headers === undefined ? undefined : sealHeaders(id, body.headers, secrets, headers),
    rate_per_second: body.rate_per_second,
    concurrency: body.concurrency,
    enabled: body.enabled,
  };
}
