import { type Transaction, transact } from "../../../../db/connection/client.ts";
import {
  insertResumable,
  lockBeginning,
  type ResumableUpload,
  unfinishedUploads,
} from "../../../../db/media/resumable.ts";
import { ALLOWED } from "../../../file-rules/kinds.ts";
import type { Caller } from "../../../http/caller.ts";
import { problem } from "../../../http/problem.ts";
import { newId } from "../../../lib/ids.ts";
import { cleanType } from "../../../providers/received-media.ts";
import { findSpace, type SpaceDependencies } from "../../space.ts";
import { plainName } from "../whole/incoming.ts";
import { refuseLarger } from "../whole/judge.ts";
import { wishesOf } from "../whole/wishes-query.ts";
import type { Metadata } from "./protocol.ts";
import type { Wanted } from "./wanted.ts";

/** So many of an organisation may be on their way. */
const MOST_UNFINISHED = 200;

/**
 * Begins an upload that can continue after an interruption. One that can't be accepted is refused before its bytes
 * come: 413 over the limit of its kind, 507 without room for all uploads in progress.
 */
export async function begin(
  dependencies: SpaceDependencies,
  { organizationId, channelIds }: Caller,
  { length, said, wanted }: { length: number; said: Metadata; wanted: Wanted },
): Promise<ResumableUpload> {
  if (length === 0) throw problem(422, "invalid_file", "the file is empty");
  const kind = wishesOf(wanted).as ?? "document";
  refuseLarger(kind, length, ALLOWED[kind].mostBytes);
  return await transact(dependencies.sql, async (sql) => {
    await refuseTooMany({ ...dependencies, sql }, organizationId, length);
    return await insertResumable(sql, {
      ...{ organization_id: organizationId, id: newId("upl"), length, sha256: said.sha256 ?? null },
      ...{ file_name: plainName(said.filename ?? null), mime_type: cleanType(said.filetype ?? null) },
      ...{ made_for: wanted.as ?? null, converted_to: wanted.convert ?? null, for_channels: channelIds },
    });
  });
}

/** One after the other: each counts those that were begun at the same moment. */
async function refuseTooMany(
  dependencies: SpaceDependencies & { sql: Transaction },
  organizationId: string,
  length: number,
): Promise<void> {
  await lockBeginning(dependencies.sql, organizationId);
  const { count, bytes } = await unfinishedUploads(dependencies.sql, organizationId);
  if (count >= MOST_UNFINISHED)
    throw problem(507, "quota_exceeded", `${count} uploads are unfinished; finish or delete some of them`);
  (await findSpace(dependencies, organizationId)).refuseLarger(bytes + length);
}
