import { Elysia } from "elysia";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import { rotateSecret } from "../../db/webhooks/endpoint-secrets.ts";
import { type EndpointRow, listEndpoints } from "../../db/webhooks/endpoints.ts";
import { sendTestEvent } from "../../db/webhooks/resend.ts";
import { audited } from "../auth/audit.ts";
import { EVENT_TYPES, type EventType, isEventType } from "../events/catalogue.ts";
import type { Caller } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { type Static, Type } from "../lib/typebox.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { DeliverySchema, showDelivery } from "./delivery.ts";
import { GivenSecret } from "./endpoint.ts";
import { checkSecret, mustFindForm } from "./endpoint-rules.ts";
import { mustFindEnabled, mustFindEndpoint } from "./find.ts";
import type { Forms } from "./forms/forms.ts";
import { secretContext } from "./sealed.ts";
import { newSigningSecret } from "./signature.ts";
import { testBody } from "./test-event.ts";
import { mayUseEndpoint } from "./visibility.ts";

export type ActionDependencies = { sql: Sql; secrets: Secrets; forms: Forms };

const DAY_SECONDS = 24 * 3600;
const DEFAULT_TEST: EventType = "message.new";
const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

const RotateBody = Type.Optional(
  Type.Object(
    {
      overlap_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 7 * DAY_SECONDS,
          default: DAY_SECONDS,
          description:
            "How long older secrets keep signing, at most; 0 ends all of them at once, for example after a leak",
        }),
      ),
      secret: Type.Optional(GivenSecret),
    },
    { examples: [{ overlap_seconds: DAY_SECONDS }] },
  ),
);
const RotatedSchema = Type.Object(
  {
    secret: Type.String({ description: "Verifies signatures from now on; shown only here" }),
    previous_secret_expires_at: Type.String({ format: "date-time" }),
  },
  {
    title: "RotatedSecret",
    examples: [
      {
        secret: "whsec_3p9o1V0yJ3m5n6Zz0pT1xq8R2sLk4WcYbUeGdHfIjKg=",
        previous_secret_expires_at: "2026-11-22T09:30:00.000Z",
      },
    ],
  },
);

const EventTypeField = Type.String({
  maxLength: 128,
  description: "An event type; its example is sent",
});
const TestBody = Type.Optional(
  Type.Object({ event_type: Type.Optional(EventTypeField) }, { examples: [{ event_type: DEFAULT_TEST }] }),
);
const TriggerBody = Type.Object(
  {
    event_type: EventTypeField,
    overrides: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "Fields of the example to change. Objects are merged, everything else is replaced; `organization_id` and `test` stay",
      }),
    ),
  },
  { examples: [{ event_type: DEFAULT_TEST, overrides: { from_phone: "4915112345678" } }] },
);
const TriggeredSchema = Type.Object(
  {
    message_id: Type.String({ description: "The `webhook-id`: the event's id" }),
    event_type: Type.String(),
    data: Type.Array(DeliverySchema, { description: "One attempt for each endpoint that subscribes to it" }),
  },
  {
    title: "TriggeredEvent",
    examples: [{ message_id: "evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S", event_type: DEFAULT_TEST, data: [] }],
  },
);

/** Actions on an endpoint: rotate its secret, send it a test, send it a sample event. */
export function endpointActions(http: Http, { sql, secrets, forms }: ActionDependencies) {
  return new Elysia({ prefix: "/v1/settings/developer/webhooks" })
    .use(http)
    .post(
      "/endpoints/:id/rotate-secret",
      async ({ caller, params, body, once }) => {
        // checked before a stored response, which holds the secret, is repeated
        const { format } = await mustFindEndpoint(sql, caller, params.id);
        checkSecret(mustFindForm(forms, format), body?.secret);
        const renew = async (sql: Queryable) => {
          const { id } = await mustFindEndpoint(sql, caller, params.id);
          return { status: 200, body: await rotate(sql, secrets, caller, id, body ?? {}) };
        };
        return await once(renew);
      },
      {
        permission: "webhooks:manage",
        proved: true,
        idempotent: "sealed",
        params: Id,
        body: RotateBody,
        detail: documented({
          operation: "rotateEndpointSecret",
          summary: "Rotate the signing secret",
          description:
            "Until older secrets expire, deliveries carry a signature by each secret, the new one's first, so that receivers can verify them throughout.",
          responses: { 200: { description: "The new secret", schema: RotatedSchema } },
        }),
      },
    )
    .post(
      "/endpoints/:id/test",
      async ({ caller, params, body, once }) =>
        await once(async (sql) => {
          const { id } = await mustFindEnabled(sql, caller, params.id);
          const { deliveries } = await test(sql, caller, [id], body?.event_type ?? DEFAULT_TEST);
          const [delivery] = deliveries.map(showDelivery);
          if (delivery === undefined) throw notFound("endpoint");
          return { status: 202, body: delivery };
        }),
      {
        permission: "webhooks:manage",
        idempotent: true,
        params: Id,
        body: TestBody,
        detail: documented({
          operation: "testEndpoint",
          summary: "Send a test delivery",
          description:
            'Sends the event\'s example, with `"test": true`, whatever the endpoint subscribes to, ahead of everything that waits. Its deliveries show the result.',
          errors: [409],
          responses: { 202: { description: "The attempt that will be made", schema: DeliverySchema } },
        }),
      },
    )
    .post(
      "/trigger",
      async ({ caller, body, once }) => {
        const type = checkType(body.event_type);
        return await once(async (sql) => {
          const rows = await listEndpoints(sql, caller.organizationId);
          const ids = rows
            .filter((row) => mayUseEndpoint(caller, row) && wants(row, type))
            .map((row) => row.id);
          const { eventId, deliveries } = await test(sql, caller, ids, type, body.overrides);
          const data = deliveries.map(showDelivery);
          return { status: 202, body: { message_id: eventId, event_type: type, data } };
        });
      },
      {
        permission: "webhooks:manage",
        idempotent: true,
        body: TriggerBody,
        detail: documented({
          operation: "triggerEvent",
          summary: "Trigger a test event",
          description:
            'Sends the event\'s example, with `"test": true`, as if it had happened: to every endpoint that subscribes to it, and to the list of events.',
          responses: { 202: { description: "The event and its first attempts", schema: TriggeredSchema } },
        }),
      },
    );
}

async function rotate(
  sql: Queryable,
  secrets: Secrets,
  caller: Caller,
  endpointId: string,
  {
    secret = newSigningSecret(),
    overlap_seconds: overlapSeconds = DAY_SECONDS,
  }: NonNullable<Static<typeof RotateBody>>,
): Promise<Static<typeof RotatedSchema>> {
  const stored = { id: Bun.randomUUIDv7(), secret: secrets.encrypt(secret, secretContext(endpointId)) };
  const endpoint = { organizationId: caller.organizationId, endpointId };
  const expiresAt = await audited(
    sql,
    caller,
    {
      action: "endpoint.secret_rotated",
      target: { type: "endpoint", id: endpointId },
      changes: { overlap_seconds: overlapSeconds },
    },
    async (transaction) => {
      const endsAt = await rotateSecret(transaction, endpoint, stored, overlapSeconds);
      if (endsAt === null) throw notFound("endpoint");
      return endsAt;
    },
  );
  return { secret, previous_secret_expires_at: expiresAt.toISOString() };
}

async function test(
  sql: Queryable,
  { organizationId }: Caller,
  endpointIds: readonly string[],
  given: string,
  overrides: Record<string, unknown> = {},
) {
  const type = checkType(given);
  const body = testBody(type, organizationId, overrides);
  return await sendTestEvent(sql, organizationId, endpointIds, { type, body });
}

function checkType(type: string): EventType {
  if (isEventType(type)) return type;
  const message = `there is no such event type; the types are ${EVENT_TYPES.join(", ")}`;
  throw problem(422, "invalid_request", `/event_type: ${message}`, {
    errors: [{ path: "/event_type", message }],
  });
}

function wants({ enabled, filter_types: types }: EndpointRow, type: string): boolean {
  return enabled && (types === null || types.includes(type));
}
