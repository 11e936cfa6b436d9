import { done } from "../channels/provider-problem.ts";
import { problem } from "../http/problem.ts";
import { isObject } from "../lib/objects.ts";
import type { FileToUpload } from "../providers/file-to-upload.ts";
import type { BusinessAccount, TemplateCatalogue } from "../providers/management.ts";

/** Opens a file that an organisation uploaded; null when it is not there. */
export type OpenFile = (organizationId: string, id: string) => Promise<FileToUpload | null>;

/** The uploaded file that a header's example names in place of a handle; null when it names none. */
function exampleFile(part: Record<string, unknown>): string | null {
  const { example } = part;
  return isObject(example) && typeof example.media_id === "string" ? example.media_id : null;
}

/**
 * Components as the platform takes them: the examples that are uploaded files are uploaded there, and stand by their
 * handles. Throws 422 for a file that is not there, or where the platform takes none.
 */
export async function withHandles(
  {
    catalogue,
    account,
    openFile,
  }: { catalogue: TemplateCatalogue; account: BusinessAccount; openFile: OpenFile },
  organizationId: string,
  components: unknown[],
): Promise<unknown[]> {
  const copy = structuredClone(components);
  const parts: unknown[] = [...copy];
  // grows as it is walked: the headers of cards are within
  for (const part of parts) {
    if (!isObject(part)) continue;
    if (Array.isArray(part.cards)) parts.push(...part.cards);
    if (Array.isArray(part.components)) parts.push(...part.components);
    const id = exampleFile(part);
    if (id === null) continue;
    const file = await openFile(organizationId, id);
    if (file === null) throw refused(`there is no uploaded file ${id}`);
    if (catalogue.uploadExample === undefined)
      throw refused("uploading an example needs the Meta app: set WAYPOST_APP_ID and WAYPOST_APP_SECRET");
    part.example = { header_handle: [done(await catalogue.uploadExample(account, file))] };
  }
  return copy;
}

function refused(message: string) {
  const path = "/components";
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
