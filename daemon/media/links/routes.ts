import { Elysia, t } from "elysia";
import type { Sql } from "../../../db/connection/client.ts";
import { findMedia } from "../../../db/media/media.ts";
import { notFound } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { problem } from "../../http/problem.ts";
import type { Http } from "../../http/server.ts";
import { Type } from "../../lib/typebox.ts";
import { FILE_RESPONSES, PENDING } from "../documentation.ts";
import { mediaResponse } from "../response.ts";
import { mustBeStored } from "../stored.ts";
import type { MediaStore } from "../stores/store.ts";
import type { DownloadLinks } from "./links.ts";

export type LinkDependencies = { sql: Sql; media: MediaStore; downloads: DownloadLinks };

const FORGED = "this address was not made by Waypost for this file; use a `download_url` unchanged";
const ENDED = "this address has ended: it works for an hour. Ask GET /v1/media/{id} with a key";

const DOCUMENTATION = documented({
  operation: "downloadMedia",
  summary: "Download a file by its link",
  description:
    "The `download_url` of a file in an event: it needs no key, is for this file alone, and works for an hour. Answers as `GET /v1/media/{id}` does.",
  open: true,
  errors: [404, 416, 429],
  wording: {
    403: { description: "Not an address that Waypost made", code: "wrong_signature", detail: FORGED },
    409: PENDING,
    410: { title: "Gone", description: "The hour is over", code: "link_ended", detail: ENDED },
  },
  responses: FILE_RESPONSES,
});

const Id = Type.Object({ id: Type.String({ maxLength: 64, description: "`media_id`" }) });
const Query = Type.Object({
  org: Type.String({ maxLength: 64, description: "The organisation whose file it is" }),
  until: t.Integer({ minimum: 0, description: "When it ends, in seconds since 1970" }),
  signature: Type.String({ maxLength: 128 }),
});

/** `/v1/media/{id}/download`: files by a link, without a key. */
export function linkRoutes(http: Http, { sql, media, downloads }: LinkDependencies) {
  return new Elysia({ prefix: "/v1/media" }).use(http).get(
    "/:id/download",
    async ({ params, query, request, atPace }) => {
      const link = { organizationId: query.org, mediaId: params.id, until: query.until };
      if (!downloads.isSigned(link, query.signature)) throw problem(403, "wrong_signature", FORGED);
      if (link.until * 1000 <= Date.now()) throw problem(410, "link_ended", ENDED);
      const row = await findMedia(sql, link.organizationId, link.mediaId);
      if (row === null) throw notFound("media");
      return await mediaResponse(media, mustBeStored(row), request, atPace);
    },
    { params: Id, query: Query, streams: true, detail: DOCUMENTATION },
  );
}
