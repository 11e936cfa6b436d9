import { Elysia } from "elysia";
import { findChannel } from "../../../db/channels/channels.ts";
import { found } from "../../http/found.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { channelView } from "../channel.ts";
import { pairedChannels, refuseWithoutLibrary } from "../platform.ts";
import type { SessionRouteDependencies } from "../session-routes.ts";
import { documentedMoves } from "./documentation.ts";
import { exportSession } from "./export.ts";
import { refuseTooMany, refuseUnfit } from "./fits-together.ts";
import { importSession } from "./import.ts";
import { MovedSessionSchema } from "./session-form.ts";
import { lookInto, UploadedStoreSchema } from "./store-form.ts";

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** Brings a paired number's login in from another program, and out again. */
export function sessionMoveRoutes(
  http: Http,
  { sql, secrets, gateway, providers }: SessionRouteDependencies,
) {
  const documented = documentedMoves(providers);
  const showChannel = channelView(providers);
  const mustFind = pairedChannels({ sql, providers });

  return new Elysia({ prefix: "/v1/channels" })
    .use(http)
    .post("/session-stores", async ({ body }) => await lookInto(body), {
      permission: "channels:manage",
      takes: "large",
      body: UploadedStoreSchema,
      detail: documented.readStore,
    })
    .post(
      "/:id/session",
      async ({ caller, params, body, once }) => {
        const channel = await mustFind(caller, params.id);
        await refuseUnfit(body);
        await gateway.prepare().catch(refuseWithoutLibrary);
        return await once(async (sql) => {
          await importSession({ sql, secrets }, caller, channel, body);
          const { organization_id, id } = channel;
          const after = found(await findChannel(sql, organization_id, id), "channel");
          return { status: 202, body: showChannel(after) };
        });
      },
      {
        permission: "channels:manage",
        takes: "large",
        idempotent: "sealed",
        params: Id,
        transform: ({ body }) => refuseTooMany(body),
        body: MovedSessionSchema,
        detail: documented.importSession,
      },
    )
    .post(
      "/:id/session/export",
      async ({ caller, params, set }) => {
        set.headers["cache-control"] = "no-store";
        return await exportSession({ sql, secrets }, caller, await mustFind(caller, params.id));
      },
      { permission: "*", proved: true, params: Id, detail: documented.exportSession },
    );
}
