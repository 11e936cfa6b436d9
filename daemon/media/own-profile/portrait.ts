import { findMedia } from "../../../db/media/media.ts";
import { problem } from "../../http/problem.ts";
import { createForms } from "../outgoing/forms/forms.ts";
import type { FormDependencies } from "../outgoing/forms/make-form.ts";
import { mustBeStored } from "../stored.ts";
import { mediaKey } from "../stores/store.ts";

const PATIENCE_MS = 15_000;
const NEVER = new AbortController().signal;

/** What a number is to show as its picture, in base64: an uploaded picture, cut to a square. */
export type Portraits = { of(organizationId: string, mediaId: string): Promise<string> };

/**
 * Each is made once and kept beside its file. Throws 422 for what is no uploaded file, the refusals of `convert`, and 503
 * while the picture is still being made.
 */
export function createPortraits(dependencies: FormDependencies): Portraits {
  const { sql, store } = dependencies;
  const forms = createForms(dependencies, PATIENCE_MS);
  return {
    async of(organizationId, mediaId) {
      const row = await findMedia(sql, organizationId, mediaId);
      if (row === null) throw refused("there is no such file");
      const form = await forms.of(mustBeStored(row), "portrait", NEVER);
      const bytes = form === null ? null : await store.open(mediaKey(organizationId, form.id), null);
      if (bytes === null)
        throw problem(503, "busy", "the picture is still being made", { headers: { "retry-after": "5" } });
      return Buffer.from(await new Response(bytes).arrayBuffer()).toString("base64");
    },
  };
}

function refused(message: string) {
  const detail = `/picture: ${message}; upload it with POST /v1/media, and give its id`;
  return problem(422, "invalid_request", detail, { errors: [{ path: "/picture", message }] });
}
