import { Elysia } from "elysia";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import { deleteEndpoint, listEndpoints, updateEndpoint } from "../../db/webhooks/endpoints.ts";
import { audited } from "../auth/audit.ts";
import type { EgressGuard } from "../egress/guard.ts";
import type { Poster } from "../egress/post.ts";
import { EVENT_TYPES, EVENTS } from "../events/catalogue.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import type { Secrets } from "../secrets/envelope.ts";
import {
  CreatedEndpointSchema,
  CreateEndpointBody,
  EndpointSchema,
  showEndpoint,
  UpdateEndpointBody,
} from "./endpoint.ts";
import { checkEndpoint, mustFindForm } from "./endpoint-rules.ts";
import { changesOf, createEndpoint, mayReceive } from "./endpoint-writes.ts";
import { mustFindEndpoint } from "./find.ts";
import { verifyAddress } from "./forms/address.ts";
import { exampleIncluded } from "./forms/examples.ts";
import type { Forms } from "./forms/forms.ts";
import { redacted, refuseHeadersElsewhere } from "./hidden-headers.ts";
import { newSigningSecret } from "./signature.ts";
import { mayUseEndpoint, requireOwnChannels } from "./visibility.ts";

export type EndpointDependencies = {
  sql: Sql;
  reading: Reading;
  secrets: Secrets;
  guard: EgressGuard;
  poster: Poster;
  forms: Forms;
};

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const CATALOGUE = Object.entries(EVENTS).map(([type, { description, body, example }]) => ({
  type,
  description,
  schema: JSON.parse(JSON.stringify(body)) as Record<string, unknown>,
  example: example as Record<string, unknown>,
}));
const INCLUDED = exampleIncluded();
const SettingsSchema = Type.Object({
  data: Type.Array(EndpointSchema),
  formats: Type.Array(
    Type.Object({
      name: Type.String(),
      verifies: Type.Boolean({ description: "Whether an address is verified first, with a `verify_token`" }),
      events: Type.Array(Type.String(), { description: "Its own events, for `format_events`" }),
    }),
    {
      description: "Every form in which an endpoint can get events",
      examples: [[{ name: "waypost", verifies: false, events: [] }]],
    },
  ),
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
  included: Type.Record(Type.String(), Type.Unknown(), {
    description:
      "An example of what an event that names a `message_id` has beside the fields of its type, where the endpoint's `include` has all that there is",
    examples: [INCLUDED],
  }),
});

/** The endpoints' half of `/v1/settings/developer/webhooks`. */
export function endpointRoutes(http: Http, dependencies: EndpointDependencies) {
  const { sql, reading, secrets, poster, forms } = dependencies;

  return new Elysia({ prefix: "/v1/settings/developer/webhooks" })
    .use(http)
    .get(
      "/",
      async ({ caller }) => {
        const rows = await reading.of(caller).read((sql) => listEndpoints(sql, caller.organizationId));
        const data = rows.filter((row) => mayUseEndpoint(caller, row)).map((row) => showEndpoint(row));
        const formats = forms.all.map(({ name, verify, events = [] }) => ({
          ...{ name, verifies: verify !== undefined, events: [...events] },
        }));
        return { data, formats, event_types: EVENT_TYPES, events: CATALOGUE, included: INCLUDED };
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
        const form = mustFindForm(forms, body.format ?? "waypost");
        await checkEndpoint(dependencies, caller, form, body);
        await verifyAddress(poster, form, body);
        const make = async (sql: Queryable) => {
          const secret = body.secret ?? newSigningSecret();
          const row = await createEndpoint(sql, secrets, caller, { form, body, secret });
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
            "Events from now on are posted to it, signed with the secret, which is shown only in this response.",
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
        const form = mustFindForm(forms, endpoint.format);
        await checkEndpoint(dependencies, caller, form, body);
        refuseHeadersElsewhere(endpoint, body);
        if (body.url !== undefined) await verifyAddress(poster, form, { ...body, url: body.url });
        const target = { type: "endpoint", id: endpoint.id };
        const changed = await audited(
          sql,
          caller,
          { action: "endpoint.updated", target, changes: redacted(body) },
          async (transaction) => {
            const include = body.include === undefined ? endpoint.include : body.include;
            await mayReceive(transaction, caller, form, include);
            const values = changesOf(endpoint, { form, body }, secrets, caller);
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
