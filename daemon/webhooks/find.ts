import type { Queryable } from "../../db/connection/client.ts";
import { type EndpointRow, findEndpoint } from "../../db/webhooks/endpoints.ts";
import type { Caller } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { problem } from "../http/problem.ts";
import { mayUseEndpoint } from "./visibility.ts";

/** An endpoint that the caller may see; throws 404. */
export async function mustFindEndpoint(sql: Queryable, caller: Caller, id: string): Promise<EndpointRow> {
  const row = await findEndpoint(sql, caller.organizationId, id);
  if (row === null || !mayUseEndpoint(caller, row)) throw notFound("endpoint");
  return row;
}

/** An endpoint that the caller may see and that can be delivered to; throws 404 or 409. */
export async function mustFindEnabled(sql: Queryable, caller: Caller, id: string): Promise<EndpointRow> {
  const row = await mustFindEndpoint(sql, caller, id);
  if (!row.enabled) {
    throw problem(
      409,
      "endpoint_disabled",
      `the endpoint is disabled (${row.disabled_reason}); enable it first`,
    );
  }
  return row;
}
