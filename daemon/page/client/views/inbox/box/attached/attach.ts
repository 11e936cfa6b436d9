import { call, newIdempotencyKey, type ResponseOf } from "../../../../api/call.ts";
import { asProblem, type Problem } from "../../../../api/problem.ts";
import { addressOf } from "../../../../api/root.ts";
import { fileHeaders, unreadable, upload } from "../../../../api/upload.ts";
import type { FileKind } from "../../../../parts/files/file-kind.ts";
import { sentence } from "../../../../parts/problem.tsx";
import { BOX } from "../../../../view-words.ts";
import { changeOutbox, outboxOf } from "../outbox.ts";
import type { Attached } from "../outgoing.ts";
import type { Place } from "../place.ts";
import { complaintOf, kindsOf, uploadType } from "./judge.ts";
import { forgetAttached, keepAttached, keepRevised } from "./keeping-files.ts";

const ROUTE = "POST /v1/media";

type Stored = Promise<Pick<ResponseOf<typeof ROUTE>, "id">>;
/** The way of each file to the daemon, by the file's key. */
const ways = new Map<string, { stop: AbortController; stored: Stored }>();
/** The ids of those that the daemon has. */
const ids = new Map<string, string>();

type AttachOptions = { isOfficial: boolean; isVoice?: boolean };

/** Puts files into the box. What can be sent is on its way to the daemon at once, while its caption is written. */
export function attach(
  place: Place,
  files: readonly File[],
  { isOfficial, isVoice = false }: AttachOptions,
): void {
  const added = files.map((file): Attached => {
    const kind = isVoice ? "audio" : kindFor(file, isOfficial);
    return {
      ...{
        key: newIdempotencyKey(),
        file,
        bytes: file,
        url: URL.createObjectURL(file),
        ...{ kind, isVoice, isOfficial },
        caption: "",
        share: 0,
      },
      problem: complaintOf(file, kind, isOfficial),
    };
  });
  changeOutbox(place, ({ attached }) => ({ attached: [...attached, ...added], refused: null }));
  for (const one of added) {
    keepAttached(place.key, one, null);
    if (one.problem === null) begin(place, one);
  }
}

/** Puts a file into the box that the daemon has. */
export async function attachStored(place: Place, id: string, isOfficial: boolean): Promise<void> {
  const stored = await call("GET /v1/media/{id}/info", { path: { id } }).catch(asProblem);
  if (stored instanceof Error) return changeOutbox(place, () => ({ refused: stored }));
  const { filename, mime_type, size } = stored;
  const file = { name: filename ?? BOX.file, type: mime_type ?? "", size: size ?? 0 };
  const kind = kindFor(file, isOfficial);
  const key = newIdempotencyKey();
  const url = addressOf(`/v1/media/${encodeURIComponent(id)}`);
  follow(place, key, { stop: new AbortController(), stored: Promise.resolve({ id }) });
  const added: Attached = {
    ...{ key, file, bytes: null, url, kind, isVoice: false, isOfficial, caption: "", share: 1 },
    problem: complaintOf(file, kind, isOfficial),
  };
  changeOutbox(place, ({ attached }) => ({ attached: [...attached, added], refused: null }));
  keepAttached(place.key, added, id);
}

/** Takes a file out of the box, and stops it on its way. */
export function detach(place: Place, { key, url }: Attached): void {
  ways.get(key)?.stop.abort();
  ways.delete(key);
  ids.delete(key);
  forgetAttached(key);
  URL.revokeObjectURL(url);
  changeOutbox(place, ({ attached }) => ({ attached: attached.filter((one) => one.key !== key) }));
}

/** Changes how a file is sent. */
export function revise(place: Place, key: string, part: Partial<Attached>): void {
  const revised = (one: Attached) => (one.key === key ? { ...one, ...part } : one);
  changeOutbox(place, ({ attached, pending }) => ({
    attached: attached.map(revised),
    pending: pending.map((one) => (one.file === null ? one : { ...one, file: revised(one.file) })),
  }));
  if (part.kind !== undefined || part.caption !== undefined) keepRevised(key, part);
}

/** Sends a file to the daemon once more, after it failed on its way; what the daemon has already is only tried again. */
export function attachAgain(place: Place, attached: Attached): void {
  revise(place, attached.key, { problem: null, share: attached.bytes === null ? 1 : 0 });
  begin(place, attached, newIdempotencyKey());
}

/** The id of a file, once the daemon has it; one that failed on its way begins again. Rejects with a `Problem`. */
export async function idOf(place: Place, attached: Attached): Promise<string> {
  const { key } = attached;
  if (!ways.has(key)) begin(place, attached);
  try {
    const stored = await ways.get(key)?.stored;
    if (stored === undefined) throw unreadable();
    return stored.id;
  } catch (cause) {
    ways.delete(key);
    throw cause;
  }
}

/** The id of a file, if the daemon has it by now. */
export function knownIdOf({ key }: Attached): string | null {
  return ids.get(key) ?? null;
}

/** Forgets a file that was sent. */
export function forget({ key, url }: Attached): void {
  ways.delete(key);
  ids.delete(key);
  URL.revokeObjectURL(url);
}

/** The kind that shows it best of those that its number can send. */
function kindFor(file: Attached["file"], isOfficial: boolean): FileKind {
  const kinds = kindsOf(file);
  return kinds.find((kind) => complaintOf(file, kind, isOfficial) === null) ?? kinds[0] ?? "document";
}

/**
 * As a document: which kind it is sent as is decided later, and what is too large for its kind is made smaller then. The
 * file's own key has it stored once, also where it begins again after the page was loaded again.
 */
export function begin(place: Place, { key, file, bytes, isOfficial }: Attached, idempotencyKey = key): void {
  if (bytes === null) return;
  const stop = new AbortController();
  const stored = upload(ROUTE, { query: { as: "document" } }, bytes, {
    signal: stop.signal,
    idempotencyKey,
    headers: fileHeaders(file.name, uploadType(file, isOfficial)),
    onProgress: (share) => revise(place, key, { share }),
  });
  follow(place, key, { stop, stored });
}

/** Follows a file on its way. */
export function follow(place: Place, key: string, way: { stop: AbortController; stored: Stored }): void {
  ways.set(key, way);
  way.stored
    .then(({ id }) => {
      if (!ways.has(key)) return;
      ids.set(key, id);
      keepRevised(key, { mediaId: id });
    })
    .catch((cause: unknown) => {
      if (!way.stop.signal.aborted) fail(place, key, asProblem(cause));
    });
}

/** A file that waits to be sent is brought back into the box by what sends it. */
function fail(place: Place, key: string, { detail, hint }: Problem): void {
  if (!outboxOf(place).attached.some((one) => one.key === key)) return;
  ways.delete(key);
  revise(place, key, {
    problem: [detail, hint]
      .filter((one) => one !== null)
      .map(sentence)
      .join(" "),
    share: 0,
  });
}
