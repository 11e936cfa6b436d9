import { Elysia } from "elysia";
import {
  findResumable,
  forgetResumable,
  listResumable,
  piecesOf,
  type ResumableUpload,
} from "../../../../db/media/resumable.ts";
import { type Caller, mayUseUpload } from "../../../http/caller.ts";
import { found } from "../../../http/found.ts";
import { createOnce } from "../../../http/once/once.ts";
import { type Cursors, PagingQuery, page } from "../../../http/paging.ts";
import { problem } from "../../../http/problem.ts";
import type { Reading } from "../../../http/reading.ts";
import type { Http } from "../../../http/server.ts";
import { Type } from "../../../lib/typebox.ts";
import { asUploadProblem } from "../whole/failures.ts";
import type { UploadDependencies } from "../whole/upload.ts";
import { WishesQuery } from "../whole/wishes-query.ts";
import { begin } from "./begin.ts";
import { DOCUMENTED } from "./documentation.ts";
import { createFinish } from "./finish.ts";
import { goOn } from "./go-on.ts";
import { removePieces } from "./pieces.ts";
import {
  ABILITIES,
  lengthOf,
  metadataOf,
  OFFSET_TYPE,
  offsetOf,
  PROTOCOL,
  progressHeaders,
  requireVersion,
} from "./protocol.ts";
import { showResumable } from "./record.ts";

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const ListQuery = Type.Object({
  ...PagingQuery,
  sha256: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$", description: "Uploads of these bytes" })),
});

/** Part of the protocol, and for its clients alone: it says nothing of any upload, so that it needs no key. */
const UNDOCUMENTED = { detail: { hide: true } };

type Bytes = ReadableStream<Uint8Array>;
type Dependencies = UploadDependencies & { reading: Reading; cursors: Cursors };

/** `/v1/media/uploads`: uploads that continue where they were cut off, by the tus protocol. */
export function resumableRoutes(http: Http, { reading, cursors, ...dependencies }: Dependencies) {
  const { sql, media: store } = dependencies;
  const finish = createFinish(dependencies);

  async function mustFind(caller: Caller, id: string): Promise<ResumableUpload> {
    const upload = await findResumable(sql, { organization_id: caller.organizationId, id });
    return found(upload !== null && mayUseUpload(caller, upload) ? upload : null, "upload");
  }

  const tellAbilities = ({ set }: { set: { status?: number | string; headers: object } }) => {
    Object.assign(set.headers, ABILITIES);
    set.status = 204;
  };

  return new Elysia({ prefix: "/v1/media/uploads" })
    .use(http)
    .options("", tellAbilities, UNDOCUMENTED)
    .options("/:id", tellAbilities, UNDOCUMENTED)
    .post(
      "",
      async ({ caller, query: wanted, request, set }) => {
        requireVersion(request.headers);
        Object.assign(set.headers, PROTOCOL);
        const given = { length: lengthOf(request.headers), said: metadataOf(request.headers), wanted };
        const once = createOnce(sql, { caller, request, body: given, set }, undefined);
        const upload = await once.once(async (sql) => {
          const row = await begin({ ...dependencies, sql }, caller, given).catch(rethrow);
          return { status: 201, body: showResumable(row) };
        });
        set.headers.location = `/v1/media/uploads/${upload.id}`;
        set.headers["upload-expires"] = new Date(upload.expires_at).toUTCString();
        return upload;
      },
      { permission: "media:write", query: WishesQuery, detail: DOCUMENTED.begin },
    )
    .get(
      "",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) =>
            listResumable(sql, caller.organizationId, caller.channelIds, query.sha256, before, most),
          show: showResumable,
          position: (row) => row.id,
        }),
      { permission: "media:write", query: ListQuery, detail: DOCUMENTED.list },
    )
    .get(
      "/:id",
      async ({ caller, params, set }) => {
        const upload = await mustFind(caller, params.id);
        Object.assign(set.headers, progressHeaders(upload));
        return showResumable(upload);
      },
      { permission: "media:write", params: Id, detail: DOCUMENTED.get },
    )
    .patch(
      "/:id",
      async ({ caller, params, request, body, set }) => {
        const upload = await mustFind(caller, params.id);
        Object.assign(set.headers, PROTOCOL);
        requireVersion(request.headers);
        requireOffset(upload, request.headers);
        const received = await goOn({ ...dependencies, finish }, upload, body as Bytes).catch(rethrow);
        set.headers["upload-offset"] = String(received);
        set.status = 204;
      },
      { permission: "media:write", takes: "stream", params: Id, detail: DOCUMENTED.append },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        const upload = await mustFind(caller, params.id);
        await forgetResumable(sql, upload);
        await removePieces({ sql, store }, await piecesOf(sql, upload));
        Object.assign(set.headers, PROTOCOL);
        set.status = 204;
      },
      { permission: "media:write", elsewhere: true, params: Id, detail: DOCUMENTED.remove },
    );
}

function requireOffset({ received }: ResumableUpload, headers: Headers): void {
  const type = headers.get("content-type") ?? "";
  if (!type.toLowerCase().startsWith(OFFSET_TYPE))
    throw problem(415, "unsupported_media_type", `send the bytes as ${OFFSET_TYPE}`);
  if (offsetOf(headers) !== received)
    throw problem(409, "offset_conflict", `${received} bytes of this upload have come; continue from there`, {
      headers: { "upload-offset": String(received) },
    });
}

function rethrow(cause: unknown): never {
  throw asUploadProblem(cause);
}
