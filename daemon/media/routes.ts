import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { findKeeping } from "../../db/maintenance/kept.ts";
import { formsOf } from "../../db/media/forms.ts";
import { fetchPastFile, findMedia, forgetMedia, isFileHeld, type MediaRow } from "../../db/media/media.ts";
import { listMedia, withdrawUpload } from "../../db/media/uploads.ts";
import { type Caller, mayUseChannel, mayUseUpload } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { DOCUMENTED } from "./documentation.ts";
import { createPreviews } from "./previews.ts";
import { DirectionSchema, showMedia } from "./record.ts";
import { mediaResponse } from "./response.ts";
import { mustBeStored } from "./stored.ts";
import { type MediaStore, mediaKey } from "./stores/store.ts";
import { type UploadDependencies, upload } from "./uploads/whole/upload.ts";
import { WishesQuery, wishesOf } from "./uploads/whole/wishes-query.ts";

export type MediaDependencies = Omit<
  UploadDependencies,
  "incoming" | "organizationMediaGb" | "retentionDays" | "converter"
> & {
  reading: Reading;
  cursors: Cursors;
  uploads: Pick<UploadDependencies, "incoming" | "organizationMediaGb" | "retentionDays" | "converter">;
};

const Id = Type.Object({
  id: Type.String({ maxLength: 64, description: "`id` of a file, or `media_id` of a message's content" }),
});
const FileQuery = Type.Object({
  preview: Type.Optional(
    Type.Boolean({
      description:
        "Of a picture of more than 28 KiB, a WebP of at most that and 640 pixels a side, made once; the file itself where none can be made",
    }),
  ),
});
const ListQuery = Type.Object({
  ...PagingQuery,
  direction: Type.Optional(DirectionSchema),
  sha256: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$", description: "Files of these bytes" })),
});

/** `/v1/media`: the files that messages came with, and those that are uploaded to be sent. */
export function mediaRoutes(http: Http, { sql, media, guard, reading, cursors, uploads }: MediaDependencies) {
  const previews = createPreviews({ sql, store: media, ...uploads });
  return new Elysia({ prefix: "/v1/media" })
    .use(http)
    .post(
      "",
      async ({ caller, query, request, body, set }) =>
        await upload(
          { sql, media, guard, ...uploads },
          {
            ...{ caller, request, set, wishes: wishesOf(query), target: query.convert },
            body: body as ReadableStream<Uint8Array>,
          },
        ),
      { permission: "media:write", takes: "stream", query: WishesQuery, detail: DOCUMENTED.upload },
    )
    .get(
      "",
      async ({ caller, query }) => {
        const { organizationId, channelIds } = caller;
        const keeping = await findKeeping(sql, organizationId, uploads);
        return await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listMedia(sql, organizationId, channelIds, query, before, most),
          show: (row) => showMedia(row, keeping),
          position: (row) => row.id,
        });
      },
      { permission: "messages:read", query: ListQuery, detail: DOCUMENTED.list },
    )
    .get(
      "/:id",
      async ({ caller, params, query, request, atPace }) => {
        const known = await mustFind(sql, caller, params.id);
        if (known.status === "pending") await fetchPastFile(sql, known.organization_id, known.id);
        const row = mustBeStored(known);
        const shown = query.preview === true ? mustBeStored(await previews.of(row)) : row;
        return await mediaResponse(media, shown, request, atPace);
      },
      { permission: "messages:read", params: Id, query: FileQuery, streams: true, detail: DOCUMENTED.get },
    )
    .get(
      "/:id/info",
      async ({ caller, params }) => {
        const row = await mustFind(sql, caller, params.id);
        return showMedia(row, await findKeeping(sql, row.organization_id, uploads));
      },
      { permission: "messages:read", params: Id, detail: DOCUMENTED.info },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        const row = await mustFind(sql, caller, params.id);
        await remove({ sql, media }, row);
        set.status = 204;
      },
      { permission: "media:write", elsewhere: true, params: Id, detail: DOCUMENTED.remove },
    );
}

/** A file that is not in the store yet was uploaded by nobody so far. */
async function mustFind(sql: Sql, caller: Caller, id: string): Promise<MediaRow> {
  const row = await findMedia(sql, caller.organizationId, id);
  const isThere = row?.direction === "inbound" || (row?.direction === "outbound" && row.status === "stored");
  if (row === null || !isThere || !mayUse(caller, row)) throw notFound("media");
  return row;
}

/** An uploaded file belongs to no channel. */
function mayUse(caller: Caller, row: MediaRow): boolean {
  return row.channel_id === null ? mayUseUpload(caller, row) : mayUseChannel(caller, row.channel_id);
}

/** If the daemon dies meanwhile, the sweep continues. Throws 409 while something needs the file. */
async function remove({ sql, media }: { sql: Sql; media: MediaStore }, row: MediaRow): Promise<void> {
  if (await isFileHeld(sql, row))
    throw problem(
      409,
      "legal_hold",
      "a conversation under a legal hold has this file; it stays until that is released",
    );
  if (row.direction === "outbound" && !(await withdrawUpload(sql, row))) {
    const now = await findMedia(sql, row.organization_id, row.id);
    throw now?.status === "stored" ? inUse() : notFound("media");
  }
  const files = [row, ...(await formsOf(sql, row))];
  for (const { organization_id, id } of files) await media.remove(mediaKey(organization_id, id));
  await forgetMedia(
    sql,
    files.map(({ organization_id, id }) => ({ organization_id, id })),
  );
}

function inUse() {
  return problem(
    409,
    "in_use",
    "a message that waits to be sent, a broadcast that is not over or a quick reply needs this file; cancel it, or take the file out of the quick reply, first",
  );
}
