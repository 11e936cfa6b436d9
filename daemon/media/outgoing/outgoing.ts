import { mkdir, readFile, rm } from "node:fs/promises";
import type { EgressGuard } from "../../egress/guard.ts";
import type { Tunnel } from "../../egress/tunnel/tunnel.ts";
import { ALLOWED } from "../../file-rules/kinds.ts";
import { uploadAt } from "../../message-types/uploads.ts";
import { isAnimated } from "../../providers/whatsapp-web/send/content.ts";
import { FileRefused, type WhatsAppWebFiles } from "../../providers/whatsapp-web/send/records.ts";
import { download } from "../download.ts";
import { MediaFailure } from "../media-error.ts";
import { typeOfFile } from "../recognise.ts";
import { checkSticker } from "./check-sticker.ts";
import { type Converter, SENDING } from "./convert/convert.ts";
import { createForms } from "./forms/forms.ts";
import type { FormDependencies } from "./forms/make-form.ts";
import { thumbnailOfFile } from "./forms/thumbnail.ts";
import { openUpload } from "./open-upload.ts";
import { checkVoice } from "./voice.ts";

type Fetch = WhatsAppWebFiles["fetch"];
type Wanted = Parameters<Fetch>[1];

/** Gets files to be sent: those that were uploaded from the store, others through the guard and within the limits of their kind. */
export function createOutgoingFiles(guard: EgressGuard, dependencies: FormDependencies): Fetch {
  const { sql, store, incoming: folder, converter } = dependencies;
  const uploads = { sql, store, forms: createForms(dependencies) };
  return async ({ organizationId, tunnel }, file, signal) => {
    try {
      const uploaded = uploadAt(file.url);
      return uploaded === null
        ? await fetchFile({ guard, tunnel, folder, converter }, file, { organizationId, signal })
        : await openUpload(uploads, organizationId, uploaded, file, signal);
    } catch (cause) {
      throw new FileRefused(asFailure(cause).shown());
    }
  };
}

type Source = { guard: EgressGuard; tunnel: Tunnel | null; folder: string; converter: Converter };

async function fetchFile(
  { guard, tunnel, folder, converter }: Source,
  { kind, url, mimeType, voice = false }: Wanted,
  given: { organizationId: string; signal: AbortSignal },
) {
  const path = `${folder}/outgoing.${crypto.randomUUID()}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const location = { url, headers: {}, mimeType: null, sha256: null, size: null };
    const { mostBytes, types, named } = ALLOWED[kind];
    await download(location, { guard, tunnel, path, signal: given.signal, mostBytes });
    const bytes = await readFile(path);
    const found = typeOfFile(bytes, kind, mimeType ?? null, url);
    if (!types.test(found))
      throw new MediaFailure("media_wrong_type", `the file is not ${named} but of type ${found}`, false);
    if (kind === "sticker") checkSticker(bytes.length, isAnimated(bytes));
    if (voice) checkVoice(bytes, found);
    if (kind !== "video") return { bytes, mimeType: found };
    const video = { path, mimeType: found, size: bytes.length };
    const thumbnail = await thumbnailOfFile(converter, video, {
      names: [given.organizationId, SENDING],
      signal: given.signal,
    });
    return { bytes, mimeType: found, measures: { width: null, height: null, seconds: null, thumbnail } };
  } finally {
    await rm(path, { force: true });
  }
}

/** Client-error statuses that ask for another try: RFC 9110, RFC 8470, RFC 6585. */
const ASK_AGAIN = [408, 425, 429];

/** A host that plainly refuses a link would refuse every retry too, while later messages of the conversation wait. */
function isFinal({ status }: MediaFailure): boolean {
  return status !== null && status < 500 && !ASK_AGAIN.includes(status);
}

function asFailure(cause: unknown): MediaFailure {
  if (cause instanceof MediaFailure)
    return isFinal(cause) ? new MediaFailure(cause.code, cause.message, false) : cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new MediaFailure("media_unavailable", `the file could not be fetched (${reason})`, true);
}
