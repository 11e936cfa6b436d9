import type { ResumableUpload } from "../../../../db/media/resumable.ts";
import type { Target } from "../../../file-rules/forms.ts";
import type { FileKind } from "../../../file-rules/kinds.ts";
import type { Names } from "../../../lib/turns/fair-queue.ts";

/** The client's wishes for the uploaded file. */
export type Wanted = { as?: FileKind | undefined; convert?: Target | undefined };

/** The wishes given when the upload began. */
export function wantedOf({ made_for, converted_to }: ResumableUpload): Wanted {
  return {
    as: (made_for ?? undefined) as FileKind | undefined,
    convert: (converted_to ?? undefined) as Target | undefined,
  };
}

/** By which an upload waits for its turns. */
export function namesOf({ organization_id }: Pick<ResumableUpload, "organization_id">): Names {
  return [organization_id, "resumable uploads"];
}
