import { rm, stat } from "node:fs/promises";
import { problem } from "../../http/problem.ts";
import type { Taken } from "../upload/take.ts";
import { runFfmpeg } from "./ffmpeg.ts";
import { fileHash } from "./file-hash.ts";
import { isAlready } from "./is-already.ts";
import { recipesOf } from "./recipes.ts";
import { formatOf, sourcesOf } from "./sources.ts";
import { FORMS, type FormKind } from "./target.ts";
import type { Turns } from "./turns.ts";
import { waveformOf } from "./waveform.ts";

export type Converter = {
  /** The program that converts; null when there is none. */
  findFfmpeg: () => string | null;
  turns: Turns;
};

/**
 * Makes another form of a file on the local disk, beside it; a file that has the form already is returned as it is.
 * Throws 415 for what can't be converted, 413 when it stays too large, 422 `conversion_unavailable` without ffmpeg,
 * 422 `conversion_failed` when the file is damaged, 503 when too many wait. Then it leaves no file.
 */
export async function convert(
  { findFfmpeg, turns }: Converter,
  taken: Taken,
  target: FormKind,
  signal: AbortSignal,
): Promise<Taken> {
  const ffmpeg = findFfmpeg();
  const made = await turned({ ffmpeg, turns }, taken, target, signal);
  if (target !== "voice" || ffmpeg === null) return made;
  return { ...made, waveform: await turns(() => waveformOf(ffmpeg, made.path, signal)) };
}

async function turned(
  { ffmpeg, turns }: { ffmpeg: string | null; turns: Turns },
  taken: Taken,
  target: FormKind,
  signal: AbortSignal,
): Promise<Taken> {
  const form = FORMS[target];
  if (await isAlready(taken, target)) return { ...taken, kind: form.kind };
  const format = formatOf(target, taken.mimeType);
  if (format === undefined) throw notConverted(target, taken.mimeType);
  if (ffmpeg === null) throw unavailable(target);
  const output = `${taken.path}.${form.extension}`;
  try {
    const size = await turns(() => attempt({ ffmpeg, format, input: taken.path, output, signal }, target));
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
    if (size === 0) throw failed(target, "nothing came of it");
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
