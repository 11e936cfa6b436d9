import { Elysia } from "elysia";
import { findChannel } from "../../db/channels/channels.ts";
import { refuseWithoutLibrary } from "../channels/platform.ts";
import { mayUseChannel } from "../http/caller.ts";
import { found } from "../http/found.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { documentedKeep } from "./documentation.ts";
import { type KeepDependencies, keepPast } from "./keep.ts";
import { KeepBody } from "./keep-body.ts";

/** `/v1/channels/{id}/past`: what another program has of a number from before. */
export function pastRoutes(http: Http, dependencies: KeepDependencies) {
  return new Elysia({ prefix: "/v1/channels" }).use(http).post(
    "/:id/past",
    async ({ caller, params, body }) => {
      const row = mayUseChannel(caller, params.id)
        ? await findChannel(dependencies.sql, caller.organizationId, params.id)
        : null;
      const kept = await keepPast(dependencies, found(row, "channel"), body).catch(refuseWithoutLibrary);
      return { stored: kept.stored, known: kept.known, too_old: kept.tooOld, left_out: kept.leftOut };
    },
    {
      permission: "channels:manage",
      takes: "large",
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      body: KeepBody,
      detail: documentedKeep,
    },
  );
}
