/** Every route of the OpenAPI document as a request that can be made of it. */
import { type ApiDocument, examples, type Operation } from "../http/openapi-document.ts";
import { type Answer, caller, type TestDaemon } from "../support/daemon.ts";
import type { Kind } from "./things.ts";

export type Route = {
  name: string;
  method: string;
  path: string;
  operation: Operation;
  /** The permission by the document: its name, `any`, or null for routes that are open. */
  permission: string | null;
};

/** The body of a request; a string is sent as it is. */
export type Body = { value: unknown; type: string } | null;

export async function readRoutes(url: string): Promise<Route[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as ApiDocument;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
      permission: permissionOf(operation),
    })),
  );
}

function permissionOf({ description = "", security }: Operation): string | null {
  if (security.length === 0) return null;
  return /Needs the permission `([\w:*]+)`/.exec(description)?.[1] ?? "any";
}

/** The first example of a route's body. */
export function exampleBody({ operation: { requestBody } }: Route): Body {
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  if (type === undefined || media === undefined) return null;
  return { value: examples(media)[0], type: type === "json" ? "application/json" : type };
}

/** A path with values in place of its parameters. */
export function fill(path: string, values: readonly string[]): string {
  const rest = [...values];
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(rest.shift() ?? ""));
}

/** An id that nothing has, of the same shape; names that are no ids stay. */
export function missingLike(id: string): string {
  if (/^[0-9a-f]{8}-/.test(id)) return Bun.randomUUIDv7();
  if (/^\+\d+$/.test(id)) return "+14155559999";
  return id.includes("_") ? `${id.split("_")[0]}_00000000000000000000000000` : id;
}

const EXAMPLE_ID = /\b([a-z]{2,4})_01[0-9A-Z]{24}\b/g;

/** A body with ids of real things in place of those of the example. */
export async function withIds(body: Body, idOf: (kind: Kind) => Promise<string>): Promise<Body> {
  if (body === null || typeof body.value === "string") return body;
  let text = JSON.stringify(body.value);
  for (const [example, kind] of text.matchAll(EXAMPLE_ID))
    text = text.replace(example, await idOf(kind as Kind));
  return { ...body, value: JSON.parse(text) };
}

/** Whether a body names anything by an id. */
export function namesThings(body: Body): boolean {
  return body !== null && (JSON.stringify(body.value).match(EXAMPLE_ID) ?? []).length > 0;
}

/** Calls a route. */
export async function callRoute(
  daemon: TestDaemon,
  key: string | null,
  { method }: Route,
  path: string,
  body: Body,
): Promise<Answer> {
  const headers = body === null ? {} : { "content-type": body.type };
  return await caller(daemon.url, key)(method, path, body?.value, headers);
}

/** An answer without the requested ids and the request's own. */
export function said({ status, body }: Answer, ids: readonly string[]): string {
  const { request_id: _, ...rest } = typeof body === "object" && body !== null ? body : { body };
  return ids.reduce((text, id) => text.replaceAll(id, "…"), JSON.stringify([status, rest]));
}
