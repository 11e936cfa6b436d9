import { dirname } from "node:path";
import { runLimited } from "./run-limited.ts";

/** The largest picture that is decoded. */
export const MOST_PIXELS = 50_000_000;

export type Run = {
  ffmpeg: string;
  /** The format that the input has, as ffmpeg calls it: it is read as no other. */
  format: string;
  input: string;
  recipe: readonly string[];
  output: string;
  /** Ends the run: also by the time that is left for the file. */
  signal: AbortSignal;
};

/**
 * Makes one local file of another. It opens no address and no other file, decodes no picture of more than a bounded
 * number of pixels, and ends by its signal, or with the daemon. Returns null when it worked, else what ffmpeg said.
 */
export async function runFfmpeg(run: Run): Promise<string | null> {
  const { ffmpeg, input, signal } = run;
  const said = await runLimited([ffmpeg, ...argumentsOf(run)], { folder: dirname(input), signal });
  return said === null ? null : withoutPaths(said, run);
}

function argumentsOf({ format, input, recipe, output }: Run): string[] {
  return [
    ...["-nostdin", "-hide_banner", "-v", "error", "-y", "-max_alloc", "800000000"],
    ...["-protocol_whitelist", "file", "-format_whitelist", format, "-f", format],
    ...["-max_pixels", String(MOST_PIXELS), "-threads", "1", "-i", `file:${input}`],
    ...["-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn", "-threads", "2"],
    ...recipe,
    `file:${output}`,
  ];
}

/** Paths of this machine are not shown to clients. */
function withoutPaths(said: string, { input, output }: Run): string {
  return [output, input].reduce((text, path) => text.replaceAll(`file:${path}`, "the file"), said);
}
