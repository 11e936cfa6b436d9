import type { GraphFailure } from "./errors.ts";
import { traceId } from "./ids.ts";

const JSON_TYPE = "application/json; charset=UTF-8";

/** A JSON response with the headers the Graph API sends. */
export function jsonResponse(body: unknown, version: string, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": JSON_TYPE, "facebook-api-version": version },
  });
}

/** The error body of the Graph API ("Cloud API error codes", Meta; `GraphAPIError` in its OpenAPI file). */
export function refuse(failure: GraphFailure, version: string): Response {
  const error = {
    message: failure.message,
    type: failure.type,
    code: failure.code,
    ...(failure.subcode === null ? {} : { error_subcode: failure.subcode }),
    ...(failure.details === null
      ? {}
      : { error_data: { messaging_product: "whatsapp", details: failure.details } }),
    fbtrace_id: traceId(),
  };
  return jsonResponse({ error }, version, failure.status);
}

/** Closes the connection without a single byte of a response: Bun resets it when the body cannot start. */
export function hangUp(): Response {
  return new Response(new ReadableStream({ pull: (controller) => controller.error(undefined) }));
}
