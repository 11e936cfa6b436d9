import { Elysia } from "elysia";
import { problem } from "../../http/problem.ts";
import type { Http } from "../../http/server.ts";
import { isObject } from "../../lib/objects.ts";
import { Type } from "../../lib/typebox.ts";
import { apiOf, type FrontDependencies } from "../front.ts";
import { debugToken } from "./apps.ts";
import type { Call } from "./call.ts";
import { deleteOf, getOf, postOf } from "./edges.ts";
import { uploadMedia } from "./media.ts";
import { findNumber, noSuchObject } from "./objects.ts";
import { META_SHAPE } from "./shape.ts";

const Query = Type.Record(Type.String(), Type.String());
const VERSION = /^v\d{1,3}(\.\d{1,3})?$/;
/** New for each route: what a route adds to its detail would be in all of them. */
const hidden = () => ({ permission: "any", detail: { hide: true }, query: Query }) as const;

type Context = {
  caller: Call["caller"];
  request: Request;
  server: Parameters<typeof apiOf>[2]["server"];
  params: { version: string };
  query: Record<string, string>;
  body?: unknown;
  set: Call["set"];
};

/** `/graph/vN.N/…`: the Graph API of the WhatsApp Business Platform, as far as programs that send and receive ask for it. */
export function metaRoutes(http: Http, dependencies: FrontDependencies) {
  const { sql, publicUrl } = dependencies;

  function callOf({ caller, request, server, params, query, body, set }: Context): Call {
    if (!VERSION.test(params.version))
      throw problem(
        404,
        "unknown_path",
        `/graph/${params.version}: expected a version, such as /graph/v23.0`,
      );
    const { origin } = new URL(request.url);
    return {
      ...{ sql, caller, request, query, set, body: isObject(body) ? body : {} },
      api: apiOf(dependencies, META_SHAPE, { request, server, requestId: caller.requestId }),
      base: `${publicUrl ?? origin}/graph/${params.version}`,
    };
  }

  return new Elysia({ prefix: "/graph/:version" })
    .use(http)
    .get(
      "/debug_token",
      (context) => debugToken(callOf(context), META_SHAPE.keyOf(context.request)),
      hidden(),
    )
    .post(
      "/:id/media",
      async (context) => {
        const { params, request, body } = context;
        const { api, caller } = callOf({ ...context, body: {} });
        if ((await findNumber(sql, caller, params.id)) === null) throw noSuchObject("post", params.id);
        return await uploadMedia(api, request, body as ReadableStream<Uint8Array>);
      },
      { ...hidden(), takes: "stream" },
    )
    .get("/:id", (context) => getOf(callOf(context), context.params.id, null), hidden())
    .get("/:id/:edge", (context) => getOf(callOf(context), context.params.id, context.params.edge), hidden())
    .post("/:id", (context) => postOf(callOf(context), context.params.id, null), {
      ...hidden(),
      takes: "form",
    })
    .post("/:id/:edge", (context) => postOf(callOf(context), context.params.id, context.params.edge), {
      ...hidden(),
      takes: "form",
    })
    .delete("/:id", (context) => deleteOf(callOf(context), context.params.id, null), hidden())
    .delete(
      "/:id/:edge",
      (context) => deleteOf(callOf(context), context.params.id, context.params.edge),
      hidden(),
    );
}
