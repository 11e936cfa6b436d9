import type { ResumableUpload } from "../../../../db/media/resumable.ts";
import type { FileKind } from "../../kinds.ts";
import type { Target } from "../../outgoing/convert/target.ts";

/** What an upload is to become, as its client says it. */
export type Wanted = { as?: FileKind | undefined; convert?: Target | undefined };

/** What was asked of an upload when it began. */
export function wantedOf({ made_for, converted_to }: ResumableUpload): Wanted {
  return {
    as: (made_for ?? undefined) as FileKind | undefined,
    convert: (converted_to ?? undefined) as Target | undefined,
  };
}
