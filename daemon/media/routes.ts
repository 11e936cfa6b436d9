import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { findMedia, type MediaRow } from "../../db/media/media.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { mediaResponse } from "./response.ts";
import type { MediaStore } from "./store.ts";

export type MediaDependencies = { sql: Sql; media: MediaStore };

const RETRY_SECONDS = "5";

/** `/v1/media/{id}`: the files that messages came with. */
export function mediaRoutes(http: Http, { sql, media }: MediaDependencies) {
  return new Elysia({ prefix: "/v1/media" }).use(http).get(
    "/:id",
    async ({ caller, params, request }) => {
      const row = await mustFind(sql, caller, params.id);
      const { size } = row;
      if (row.status !== "stored" || size === null) throw notThere(row);
      return await mediaResponse(media, { ...row, size }, request);
    },
    {
      permission: "messages:read",
      params: Type.Object({
        id: Type.String({ maxLength: 64, description: "`media_id` of a message's content" }),
      }),
      detail: documented({
        tags: ["Media"],
        operation: "getMedia",
        summary: "Get a message's file",
        description:
          "Returns the bytes, with `ETag`, `Content-Disposition` and the file's `Content-Type`. Takes one range; a file never changes. While the file is being fetched, the status is 409 with `media_pending`; if it can't be fetched, 409 with `media_failed`. `detail` says why.",
        errors: [404, 409, 416],
        wording: { 409: PENDING },
        responses: {
          200: {
            description: "The file",
            mediaType: "application/octet-stream",
            schema: BYTES,
            example: "…",
          },
          206: {
            description: "The requested range",
            mediaType: "application/octet-stream",
            schema: BYTES,
            example: "…",
          },
          304: { description: "The file of `If-None-Match`" },
        },
      }),
    },
  );
}

const BYTES = Type.String({ description: "Bytes" });

const PENDING = {
  description: "Not fetched yet (`media_pending`), or not available (`media_failed`)",
  code: "media_pending",
  detail: "the file is still being fetched",
};

async function mustFind(sql: Sql, caller: Caller, id: string): Promise<MediaRow> {
  const row = await findMedia(sql, caller.organizationId, id);
  if (row === null || !mayUseChannel(caller, row.channel_id)) throw notFound("media");
  return row;
}

function notThere({ status, error }: MediaRow) {
  const reason = error === null ? null : JSON.parse(error);
  const members = { members: { error: reason } };
  if (status === "failed") {
    return problem(
      409,
      "media_failed",
      `the file is not available: ${reason?.detail ?? "unknown reason"}`,
      members,
    );
  }
  const detail = reason === null ? "" : `; the last attempt failed: ${reason.detail}`;
  return problem(409, "media_pending", `the file is still being fetched${detail}`, {
    ...members,
    headers: { "retry-after": RETRY_SECONDS },
  });
}
