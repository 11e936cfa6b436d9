import type { Sql } from "../../../db/connection/client.ts";
import type { MediaRow } from "../../../db/media/media.ts";
import { findUploads } from "../../../db/media/uploads.ts";
import { FORMS } from "../../file-rules/forms.ts";
import { ALLOWED, type FileKind, kindOfType } from "../../file-rules/kinds.ts";
import type { FileLimits } from "../../file-rules/platforms.ts";
import { formatOf } from "../../file-rules/sources.ts";
import type { FieldError } from "../../http/problem.ts";
import { beginningOf } from "../../lib/characters.ts";
import { FFMPEG_WAY } from "../../media/outgoing/convert/convert.ts";
import { neededForm } from "../../media/outgoing/convert/needed-form.ts";
import { plainType } from "../../media/types.ts";
import { type UploadUse, uploadAt } from "../../message-types/uploads.ts";
import { invalidContent } from "../accept/content.ts";
import { showingOf } from "./showing.ts";

export type UploadChecks = {
  sql: Sql;
  /** Whether files can be converted here: otherwise only what needs no conversion is taken. */
  canConvert: () => boolean;
};

/**
 * Checks the uploaded files that a content names, and gives documents without a name that of their file. Throws 422
 * `invalid_content` for a file that is not there, or that what shows it can't hold.
 */
export async function checkUploads(
  { sql, canConvert }: UploadChecks,
  organizationId: string,
  uses: readonly UploadUse[],
  limits: FileLimits | undefined,
): Promise<void> {
  if (uses.length === 0) return;
  const rows = await findUploads(sql, organizationId, [...new Set(uses.map(({ id }) => id))]);
  const wrongs: FieldError[] = [];
  for (const use of uses) {
    const row = rows.find(({ id }) => id === use.id);
    const message =
      row === undefined ? "there is no such uploaded file" : complaintOf(use, row, limits, canConvert);
    if (message !== null) wrongs.push({ path: use.path, message });
    else if (use.kind === "document" && row?.file_name)
      use.holder[use.nameField] ??= beginningOf(row.file_name, 240);
  }
  if (wrongs.length > 0) throw invalidContent(wrongs);
}

function complaintOf(
  use: UploadUse,
  row: MediaRow,
  limits: FileLimits | undefined,
  canConvert: UploadChecks["canConvert"],
): string | null {
  const { kind, holder } = use;
  const form = neededForm(row, showingOf(use, limits));
  if (form !== null)
    return canConvert() ? null : `the file has to be converted to ${FORMS[form].named}: ${FFMPEG_WAY}`;
  const allowed = ALLOWED[kind as FileKind] ?? ALLOWED.document;
  const { types, mostBytes, named } = allowed;
  const type = plainType(row.mime_type ?? "");
  if (!types.test(type)) return `the file is not ${named} but of type ${type}`;
  if (allowed === ALLOWED.document && limits?.documents.types.test(type) === false)
    return `${limits.documents.named}, and this file is ${type}${otherWay(type)}`;
  if (kind === "audio" && holder.voice === true && type !== "audio/ogg")
    return `a voice message is Ogg with Opus, and this file is ${type}`;
  const most = kind === "video" ? (limits?.videoBytes ?? mostBytes) : mostBytes;
  return Number(row.size) > most ? `the file has ${row.size} bytes, and at most ${most} can be sent` : null;
}

/** How a file can be sent that a platform takes in no document. */
function otherWay(type: string): string {
  const kind = kindOfType(type);
  if (kind !== "document") return `: send it as ${kind}`;
  if (formatOf("image", type) !== undefined) return ": send it as image, which converts it";
  if (type.startsWith("image/")) return ": convert it to JPEG first, and send that as image";
  return type.startsWith("text/") ? ": upload it with the content type text/plain" : "";
}

/** A content as it is kept: the ids of its files in their places. */
export function withIds(content: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(content), function (this: Record<string, unknown>, key, value) {
    const id = (key === "media_url" || key === "link") && typeof value === "string" ? uploadAt(value) : null;
    if (id === null) return value;
    this.media_id = id;
    return undefined;
  });
}
