import { rm, stat } from "node:fs/promises";
import { FORMS, type FormKind } from "../../../file-rules/forms.ts";
import { formatOf, sourcesOf } from "../../../file-rules/sources.ts";
import { problem } from "../../../http/problem.ts";
import type { Names } from "../../../lib/turns/fair-queue.ts";
import type { Shares } from "../../../lib/turns/shares.ts";
import type { Taken } from "../../uploads/whole/take.ts";
import { excessOf } from "./excess.ts";
import { runFfmpeg } from "./ffmpeg.ts";
import { fileHash } from "./file-hash.ts";
import { isAlready } from "./is-already.ts";
import { recipesOf } from "./recipes.ts";
import { waveformOf } from "./waveform.ts";

export type Converter = {
  /** The program that converts; null when there is none. */
  findFfmpeg: () => string | null;
  turns: Shares;
  /** For all attempts at a file together, once it is its turn. */
  patienceMs: number;
};

/** In place of the key or user, where a message waits to be sent. */
export const SENDING = "sending";

/** `names`: the organisation, and the key or user who waits for it. */
export type Conversion = { names: Names; target: FormKind; signal: AbortSignal };

/**
 * Makes another form of a file on the local disk, beside it, when it is the organisation's turn; a file that has the
 * form already is returned as it is. Throws 415 for what can't be converted, 413 when it stays too large, 422
 * `conversion_unavailable` without ffmpeg, 422 `conversion_failed` when the file is damaged or asks for too much, 503
 * when too many of the organisation's wait. Then it leaves no file.
 */
export async function convert(converter: Converter, taken: Taken, wanted: Conversion): Promise<Taken> {
  const { names, target, signal } = wanted;
  const ffmpeg = converter.findFfmpeg();
  const isThere = await isAlready(taken, target);
  const format = formatOf(target, taken.mimeType);
  if (!isThere && format === undefined) throw notConverted(target, taken.mimeType);
  if (isThere && (target !== "voice" || ffmpeg === null)) return { ...taken, kind: FORMS[target].kind };
  if (ffmpeg === null || format === undefined) throw unavailable(target);
  return await converter.turns.inTurn(names, async () => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(converter.patienceMs)]);
    const files = { ffmpeg, format, input: taken.path, signal: limit };
    const made = isThere ? { ...taken, kind: FORMS[target].kind } : await turned(files, taken, target);
    if (target !== "voice") return made;
    return { ...made, waveform: await waveformOf(ffmpeg, made.path, limit) };
  });
}

type Files = Omit<Attempt, "output">;

async function turned(files: Files, taken: Taken, target: FormKind): Promise<Taken> {
  const form = FORMS[target];
  const output = `${taken.path}.${form.extension}`;
  try {
    if (target === "video") {
      const complaint = await excessOf(files);
      if (complaint !== null) throw failed(target, complaint);
    }
    const size = await attempt({ ...files, output }, target);
    return {
      ...{ ...taken, kind: form.kind, mimeType: form.mimeType, path: output, size },
      ...{ sha256: await fileHash(output), fileName: renamed(taken.fileName, form.extension) },
    };
  } catch (cause) {
    await rm(output, { force: true });
    throw cause;
  }
}

type Attempt = { ffmpeg: string; format: string; input: string; output: string; signal: AbortSignal };

/** The size of the first form that is small enough. */
async function attempt(files: Attempt, target: FormKind): Promise<number> {
  const { mostBytes } = FORMS[target];
  for (const recipe of recipesOf(target)) {
    const complaint = await runFfmpeg({ ...files, recipe });
    if (complaint !== null) throw failed(target, complaint);
    const { size } = await stat(files.output);
    if (size === 0) throw failed(target, "the result is empty");
    if (size <= mostBytes) return size;
  }
  throw problem(413, "too_large", `made into ${target}, it still has more than ${mostBytes} bytes`, {
    members: { limit: mostBytes },
  });
}

function renamed(name: string | null, extension: string): string | null {
  return name === null ? null : `${name.replace(/\.[^.]{1,5}$/, "")}.${extension}`;
}

function notConverted(target: FormKind, found: string) {
  const detail = `${target} is made of ${sourcesOf(target)}; this file is ${found}`;
  return problem(415, "unsupported_media_type", detail, { members: { found } });
}

/** How files come to be converted. */
export const FFMPEG_WAY =
  "install ffmpeg where waypostd runs (apt-get install ffmpeg), or name it in WAYPOST_FFMPEG";

function unavailable(target: FormKind) {
  return problem(422, "conversion_unavailable", `to convert this file to ${target}, ${FFMPEG_WAY}`);
}

function failed(target: FormKind, complaint: string) {
  return problem(422, "conversion_failed", `the file can't be converted to ${target}: ${complaint}`);
}
