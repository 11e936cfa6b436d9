import { Elysia } from "elysia";
import type { Caller } from "../../http/caller.ts";
import type { FrontShape } from "../../http/inside/front.ts";
import { problem } from "../../http/problem.ts";
import { baseOf } from "../../http/sender.ts";
import type { Http } from "../../http/server.ts";
import { isObject } from "../../lib/objects.ts";
import { apiOf, type FrontDependencies } from "../front.ts";
import { readLarge } from "./body.ts";
import type { Call } from "./call.ts";
import type { Json } from "./given.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One path of an API of others: what answers it, or which call of ours does the same in another way. */
export type Route = { method: Method; path: string } & (
  | {
      answer: (call: Call) => Promise<unknown>;
      status?: number;
      /** Its body may hold a file. */
      files?: true;
      /** What is not as the client knows it, for the documentation. */
      differs?: string;
    }
  | { instead: string }
);

type Context = {
  caller: Caller;
  request: Request;
  server: Parameters<FrontDependencies["senderOf"]>[1];
  set: { status?: number | string; headers: Record<string, unknown> };
  params?: Record<string, string>;
  query?: Json;
  body: unknown;
};

/** The routes of a front, from its list. */
export function frontRoutes(
  http: Http,
  dependencies: FrontDependencies,
  front: FrontShape,
  routes: readonly Route[],
) {
  const app = new Elysia().use(http);
  for (const route of routes) {
    const path = `${front.prefix.replace(/\/$/, "")}${route.path}`;
    const options = { permission: "any", detail: { hide: true } } as const;
    const handle = (context: unknown) => answer(dependencies, front, route, context as Context);
    if ("files" in route) app.route(route.method, path, handle, { ...options, takes: "stream" });
    else app.route(route.method, path, handle, { ...options, elsewhere: true });
  }
  return app;
}

async function answer(dependencies: FrontDependencies, front: FrontShape, route: Route, context: Context) {
  const { caller, request, set } = context;
  const { requestId } = caller;
  if ("instead" in route) {
    const detail = `Waypost has no ${route.method} ${route.path}: ${route.instead}`;
    return front.refusal(problem(501, "not_here", detail), requestId);
  }
  const { publicUrl, senderOf, sql } = dependencies;
  const answered = await route.answer({
    ...{ sql, caller, params: context.params ?? {}, query: context.query ?? {} },
    ...(await bodyOf(context)),
    api: apiOf(dependencies, front, { request, server: context.server, requestId }),
    key: request.headers.get("idempotency-key")?.replace(/^"(.*)"$/, "$1") ?? undefined,
    accept: request.headers.get("accept") ?? undefined,
    url: baseOf({ senderOf, publicUrl }, request, context.server),
  });
  if (answered instanceof Response) return answered;
  set.status = route.status ?? 200;
  set.headers["content-type"] = "application/json; charset=utf-8";
  return JSON.stringify(answered);
}

async function bodyOf({ body, request }: Context): Promise<Pick<Call, "body" | "file">> {
  if (body instanceof ReadableStream)
    return await readLarge(body, request.headers.get("content-type") ?? "application/json");
  return { body: isObject(body) ? body : {}, file: null };
}
