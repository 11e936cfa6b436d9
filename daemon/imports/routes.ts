import { Elysia } from "elysia";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import {
  cancelImport,
  defaultCountry,
  findImport,
  type ImportRow,
  listImports,
  listRefusals,
} from "../../db/imports/imports.ts";
import { audit, audited } from "../auth/audit.ts";
import type { Caller } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { idempotencyKey } from "../http/once/idempotency.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { parseColumnChoices } from "./column-choices.ts";
import { DOCUMENTED } from "./documentation.ts";
import { encodingOf } from "./encoding-of.ts";
import { preview } from "./preview.ts";
import { charsetOf, formatOf } from "./read/format.ts";
import { FormatSchema, ImportStatusSchema, OnErrorSchema, showImport } from "./record.ts";
import { refusalsResponse } from "./refusals.ts";
import { importStarted, takeUpload, type Upload } from "./upload.ts";

export type ImportDependencies = {
  sql: Sql;
  reading: Reading;
  cursors: Cursors;
  uploads: { organizationMediaGb: number };
};

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const SHOWN_REFUSALS = 100;

const ImportQuery = Type.Object({
  format: Type.Optional(FormatSchema),
  encoding: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        "Such as `utf-8`, `windows-1252` or `shift_jis`; absent: found from the file. A byte order mark comes first",
    }),
  ),
  sheet: Type.Optional(
    Type.String({
      maxLength: 255,
      description: "Which sheet of a spreadsheet, by its name; absent: the first",
    }),
  ),
  columns: Type.Optional(
    Type.String({
      maxLength: 16_384,
      description:
        'Fields of columns: a JSON object, heading to field: `{"Tel.":"phone_number","Branch":"custom_fields.branch","Row":"ignore"}`',
    }),
  ),
  set: Type.Optional(
    Type.String({
      maxLength: 16_384,
      description:
        'Values of every contact where the file has none: a JSON object, field to value: `{"external_source":"shop","tags":"spring"}`',
    }),
  ),
  default_country: Type.Optional(
    Type.String({
      pattern: "^[A-Z]{2}$",
      examples: ["DE"],
      description:
        "For phone numbers without a country code; default: the organisation's, else that of most of the file's first numbers",
    }),
  ),
  dry_run: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])),
  on_error: Type.Optional(OnErrorSchema),
  file_name: Type.Optional(Type.String({ maxLength: 255 })),
});

const ListQuery = Type.Object({ ...PagingQuery, status: Type.Optional(ImportStatusSchema) });
const RefusedQuery = Type.Object({
  format: Type.Optional(Type.Union([Type.Literal("csv"), Type.Literal("ndjson")])),
});

/** `/v1/contacts/import` and `/v1/contacts/imports`: imports contacts from files of any size. */
export function importRoutes(http: Http, { sql, reading, cursors, uploads }: ImportDependencies) {
  const { organizationMediaGb } = uploads;
  const room = { sql, organizationMediaGb };
  async function mustFind(organizationId: string, id: string): Promise<ImportRow> {
    return found(await findImport(sql, organizationId, id), "import");
  }

  async function show(row: ImportRow, one: Queryable = sql) {
    const refusals = await listRefusals(one, row.organization_id, row.id, 0, SHOWN_REFUSALS);
    return showImport(row, refusals);
  }

  return new Elysia({ prefix: "/v1/contacts" })
    .use(http)
    .post(
      "/import",
      async ({ caller, query, request, body }) => {
        const upload = await uploadOf(sql, caller, query, request);
        const queued = JSON.stringify({ id: upload.id, status: "queued" });
        const { response, replayed } = await takeUpload(
          room,
          body as ReadableStream<Uint8Array>,
          upload,
          queued,
          (transaction) => audit(transaction, caller, importStarted(upload)),
        );
        const headers = {
          "content-type": "application/json",
          ...(replayed ? { "idempotent-replayed": "true" } : {}),
        };
        return new Response(response, { status: 202, headers });
      },
      { permission: "contacts:write", takes: "stream", query: ImportQuery, detail: DOCUMENTED.create },
    )
    .post(
      "/import/preview",
      async ({ caller, query, request, body }) => {
        const upload = await uploadOf(sql, caller, query, request);
        return await preview(body as ReadableStream<Uint8Array>, upload);
      },
      { permission: "contacts:write", takes: "stream", query: ImportQuery, detail: DOCUMENTED.preview },
    )
    .get(
      "/imports",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listImports(sql, caller.organizationId, query.status, before, most),
          show: (row) => showImport(row, []),
          position: (row) => row.id,
        }),
      { permission: "contacts:read", query: ListQuery, detail: DOCUMENTED.list },
    )
    .get(
      "/imports/:id",
      async ({ caller, params }) => show(await mustFind(caller.organizationId, params.id)),
      {
        permission: "contacts:read",
        params: Id,
        detail: DOCUMENTED.get,
      },
    )
    .get(
      "/imports/:id/refused",
      async ({ caller, brokeOff, params, query: { format = "csv" } }) => {
        const row = await mustFind(caller.organizationId, params.id);
        const target = { type: "import", id: params.id };
        await audit(sql, caller, { action: "export.started", target, changes: { format, refused: true } });
        return refusalsResponse(reading.sql, row, format, brokeOff);
      },
      {
        permission: "contacts:read",
        streams: true,
        params: Id,
        query: RefusedQuery,
        detail: DOCUMENTED.refused,
      },
    )
    .post(
      "/imports/:id/cancel",
      async ({ caller, params, once }) =>
        await once(async (sql) => {
          const row = await audited(
            sql,
            caller,
            { action: "import.cancelled", target: { type: "import", id: params.id } },
            async (transaction) => {
              return found(await cancelImport(transaction, caller.organizationId, params.id), "import");
            },
          );
          return { status: 200, body: await show(row, sql) };
        }),
      { permission: "contacts:write", idempotent: true, params: Id, detail: DOCUMENTED.cancel },
    );
}

async function uploadOf(
  sql: Sql,
  caller: Caller,
  query: Static<typeof ImportQuery>,
  request: Request,
): Promise<Upload> {
  const contentType = request.headers.get("content-type");
  refusePacked(request);
  return {
    organization_id: caller.organizationId,
    id: newId("imp"),
    format: formatOf(query.format, contentType),
    encoding: encodingOf(query.encoding ?? charsetOf(contentType)),
    sheet: query.sheet,
    choices: parseColumnChoices(query),
    file_name: query.file_name ?? null,
    dry_run: query.dry_run === "true",
    on_error: query.on_error ?? "skip",
    default_country: query.default_country ?? (await defaultCountry(sql, caller.organizationId)),
    idempotencyKey: idempotencyKey(request, caller),
    request: `${contentType ?? ""}\n${new URL(request.url).search}\n`,
  };
}

/** A few bytes that unpack to terabytes are not worth the convenience. */
function refusePacked(request: Request): void {
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity")
    throw problem(415, "unsupported_media_type", "send the file unpacked, without a Content-Encoding");
}
