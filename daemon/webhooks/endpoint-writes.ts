import { type Queryable, type Transaction, transact } from "../../db/connection/client.ts";
import { type EndpointChanges, type EndpointRow, insertEndpoint } from "../../db/webhooks/endpoints.ts";
import { audit } from "../auth/audit.ts";
import { mayGiveAccess } from "../auth/given-access.ts";
import { missingPermission } from "../auth/missing-permission.ts";
import type { Caller } from "../http/caller.ts";
import { grants } from "../http/permissions.ts";
import { problem } from "../http/problem.ts";
import { newId } from "../lib/ids.ts";
import type { Static } from "../lib/typebox.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { type CreateEndpointBody, sealHeaders, type UpdateEndpointBody } from "./endpoint.ts";
import { MOST_ENDPOINTS } from "./endpoint-rules.ts";
import type { EndpointForm } from "./forms/form.ts";
import { permissionsFor } from "./forms/include.ts";
import { redacted } from "./hidden-headers.ts";
import { secretContext } from "./sealed.ts";

/** Stores an endpoint as its creator described it, with its first secret. */
export async function createEndpoint(
  sql: Queryable,
  secrets: Secrets,
  caller: Caller,
  { form, body, secret }: { form: EndpointForm; body: Static<typeof CreateEndpointBody>; secret: string },
): Promise<EndpointRow> {
  const id = newId("ep");
  const endpoint = {
    ...{ organization_id: caller.organizationId, id, created_by: caller.actor.id },
    ...{ url: body.url, description: body.description ?? "" },
    format: form.name,
    include: includeOf(body.include) ?? null,
    filter_types: body.filterTypes ?? typesOf(form),
    channels: body.channels ?? null,
    format_events: body.format_events ?? null,
    file_bytes: body.file_bytes ?? null,
    headers: sealHeaders(id, body.headers ?? {}, secrets),
    rate_per_second: body.rate_per_second ?? null,
    concurrency: body.concurrency ?? null,
  };
  const sealed = { id: Bun.randomUUIDv7(), secret: secrets.encrypt(secret, secretContext(id)) };
  return await transact(sql, async (transaction) => {
    await mayReceive(transaction, caller, form, endpoint.include);
    const row = await insertEndpoint(transaction, endpoint, sealed, MOST_ENDPOINTS);
    if (row === null)
      throw problem(409, "too_many_endpoints", `an organisation has at most ${MOST_ENDPOINTS} endpoints`);
    const target = { type: "endpoint", id };
    await audit(transaction, caller, { action: "endpoint.created", target, changes: redacted(body) });
    return row;
  });
}

/** What changes of an endpoint. */
export function changesOf(
  { id, headers }: EndpointRow,
  { form, body }: { form: EndpointForm; body: Static<typeof UpdateEndpointBody> },
  secrets: Secrets,
  { actor }: Caller,
): EndpointChanges {
  return {
    url: body.url,
    // it belongs to the person who changes its address or what it carries, or enables it again
    created_by:
      body.url === undefined && body.include === undefined && body.enabled !== true ? undefined : actor.id,
    description: body.description,
    filter_types: body.filterTypes === null ? typesOf(form) : body.filterTypes,
    channels: body.channels,
    include: includeOf(body.include),
    format_events: body.format_events,
    file_bytes: body.file_bytes,
    headers: body.headers === undefined ? undefined : sealHeaders(id, body.headers, secrets, headers),
    rate_per_second: body.rate_per_second,
    concurrency: body.concurrency,
    enabled: body.enabled,
  };
}

/** The types of an endpoint that names none; null is all. */
function typesOf({ types }: EndpointForm): string[] | null {
  return types === null ? null : [...types];
}

/** No record is nothing. */
function includeOf(include: readonly string[] | null | undefined): string[] | null | undefined {
  if (include === undefined || include === null) return include;
  return include.length === 0 ? null : [...new Set(include)];
}

/** Throws 403 for somebody who may not have events in this form, with these records, posted to an address. */
export async function mayReceive(
  transaction: Transaction,
  caller: Caller,
  form: EndpointForm,
  include: readonly string[] | null,
): Promise<void> {
  const { permissions } = await mayGiveAccess(transaction, caller, "webhooks:manage");
  const lacking = permissionsFor(form, include).find((one) => !grants(permissions, one));
  if (lacking !== undefined) throw missingPermission(caller.actor.type, lacking);
}
