import { extname } from "node:path";
import type { Queryable, Sql } from "../../../db/connection/client.ts";
import { defaultCountry, dropUpload, finishUpload } from "../../../db/imports/imports.ts";
import { changeRefused } from "../../auth/agents/changes.ts";
import { audit } from "../../auth/audit.ts";
import { requireToo } from "../../auth/require-too.ts";
import type { Caller } from "../../http/caller.ts";
import { columnChoices } from "../../imports/column-choices.ts";
import { encodingOf } from "../../imports/encoding-of.ts";
import { type Format, formatNamed } from "../../imports/read/format.ts";
import { type FileToStore, importStarted, storeFile } from "../../imports/upload.ts";
import { newId } from "../../lib/ids.ts";
import type { FileToUpload } from "../../providers/file-to-upload.ts";
import type { OpenFile } from "../../templates/examples.ts";
import { wrong } from "../plan/wrong.ts";
import type { AudienceFile } from "./schema.ts";

export type FileDependencies = { sql: Sql; openFile: OpenFile; uploads: { organizationMediaGb: number } };

/** An uploaded file that is stored to be imported. */
export type TakenFile = {
  id: string;
  /** Queues its import, in the transaction of what needs it. */
  queue(transaction: Queryable): Promise<void>;
  /** Forgets it, unless it was queued. */
  forget(): Promise<void>;
};

/**
 * Stores a copy of an uploaded file as one to be imported. Throws 403 without `contacts:write` and for agents, 422 when there is no
 * such file, or none of contacts.
 */
export async function takeFile(
  dependencies: FileDependencies,
  caller: Caller,
  file: AudienceFile,
  isDry: boolean,
): Promise<TakenFile> {
  requireToo(caller, "contacts:write");
  if (caller.agent !== null && !isDry) throw await changeRefused(dependencies.sql, caller, IMPORT, NO_IMPORT);
  const { sql, uploads } = dependencies;
  const { bytes, ...stored } = await fileOf(dependencies, caller, file, isDry);
  await storeFile({ sql, ...uploads }, bytes, stored);
  let isQueued = false;
  return {
    id: stored.id,
    async queue(transaction) {
      isQueued = true;
      await finishUpload(transaction, stored, NO_KEY);
      await audit(transaction, caller, importStarted(stored));
    },
    forget: async () => (isQueued ? undefined : await dropUpload(sql, stored)),
  };
}

/** What an agent may not do by itself either. */
const IMPORT = "POST /v1/contacts/import";
const NO_IMPORT = {
  detail: "/audience/file: a key for an agent can't import people; name a list, tags, contacts or a filter",
};

/** Where a body has the file. */
const WITHIN = "/audience/file";

/** The key of the request is that of what needs the file. */
const NO_KEY = { idempotencyKey: null, fingerprint: "", response: "" };

async function fileOf(
  { sql, openFile }: FileDependencies,
  { organizationId }: Caller,
  { media_id, format, encoding, sheet, columns, set, default_country }: AudienceFile,
  isDry: boolean,
): Promise<FileToStore & { bytes: AsyncIterable<Uint8Array> }> {
  const choices = columnChoices({ ...(columns && { columns }), ...(set && { set }) }, WITHIN);
  const opened = await openFile(organizationId, media_id);
  if (opened === null) throw wrong(`${WITHIN}/media_id`, `there is no uploaded file ${media_id}`);
  return {
    ...{ organization_id: organizationId, id: newId("imp"), choices, sheet },
    ...{ file_name: opened.fileName, dry_run: isDry, on_error: "skip" },
    format: format ?? formatOf(opened),
    encoding: encodingOf(encoding, WITHIN),
    default_country: default_country ?? (await defaultCountry(sql, organizationId)),
    bytes: opened.bytes,
  };
}

/** By its name: for files that show nothing, an upload's type is what the client said. */
function formatOf({ fileName, mimeType }: FileToUpload): Format {
  const format = formatNamed(extname(fileName), mimeType);
  if (format !== null) return format;
  throw wrong(`${WITHIN}/format`, `say what ${fileName} is: csv, xlsx, ods, ndjson or vcard`);
}
