import type { MediaRow } from "../../db/media/media.ts";
import { FORMS } from "../file-rules/forms.ts";
import { formatOf } from "../file-rules/sources.ts";
import { problem } from "../http/problem.ts";
import { createShares } from "../lib/turns/shares.ts";
import { createForms } from "./outgoing/forms/forms.ts";
import type { FormDependencies } from "./outgoing/forms/make-form.ts";
import { plainType } from "./types.ts";

/** Each takes a moment, and memory for all its pixels; a view asks for many. They wait for no conversion. */
const LIMITS = { atOnce: 3, mostEach: 60, refusal: busy };
/** Who asked sees the picture itself after so long. */
const PATIENCE_MS = 15_000;
/** One that was begun is made, also for the next who asks. */
const NEVER = new AbortController().signal;
/** No picture that is sent or received is larger. */
const MOST_BYTES = 20 * 1024 ** 2;

/** Small pictures in place of large ones. */
export type Previews = {
  /** The preview of a stored picture, made where it is not there; the picture itself where there is no smaller one. */
  of(picture: MediaRow): Promise<MediaRow>;
};

/** Each preview is made once at a time, and kept beside its file. */
export function createPreviews(dependencies: FormDependencies): Previews {
  const converter = { ...dependencies.converter, turns: createShares(LIMITS) };
  const forms = createForms({ ...dependencies, converter }, PATIENCE_MS);
  return {
    async of(picture) {
      if (!hasPreview(picture)) return picture;
      const form = await forms.of(picture, "preview", NEVER).catch(() => null);
      return form ?? picture;
    },
  };
}

function hasPreview({ mime_type, size }: MediaRow): boolean {
  const isSmaller = Number(size) > FORMS.preview.mostBytes && Number(size) <= MOST_BYTES;
  return isSmaller && formatOf("preview", plainType(mime_type ?? "")) !== undefined;
}

function busy() {
  return problem(503, "busy", "too many previews of your pictures are being made at the moment");
}
