import { dirname } from "node:path";

/** A run ends after so much work of the processors, in seconds. */
const PROCESSOR_SECONDS = 180;
const MEMORY_KILOBYTES = 2 * 1024 * 1024;
/** The shell counts files in blocks of 512 bytes. */
const FILE_BLOCKS = (200 * 1024 ** 2) / 512;
/** The largest picture that is decoded. */
export const MOST_PIXELS = 50_000_000;
const SHOWN_CHARACTERS = 500;

/** Limits by the operating system; where it can't set them, the other limits hold. */
const LIMITS = [`-t ${PROCESSOR_SECONDS}`, `-v ${MEMORY_KILOBYTES}`, `-f ${FILE_BLOCKS}`, "-c 0"]
  .map((limit) => `ulimit ${limit} 2>/dev/null`)
  .join("; ");

/**
 * Ends the process with the daemon, also when that is killed and can't (prctl(2), PR_SET_PDEATHSIG). Where util-linux
 * is not there to ask for it, the limits end it.
 */
const TOGETHER = 'setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL "$0" "$@"';

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
  const { signal } = run;
  if (signal.aborted) return endedBy(signal);
  const script = `${LIMITS}; ${TOGETHER}; exec "$0" "$@"`;
  const child = Bun.spawn(["/bin/sh", "-c", script, run.ffmpeg, ...argumentsOf(run)], {
    // no secrets, and no proxy
    env: { PATH: process.env.PATH ?? "", LANG: "C" },
    cwd: dirname(run.input),
    ...{ stdin: "ignore", stdout: "ignore", stderr: "pipe" },
  });
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill);
  try {
    const [said, code] = await Promise.all([endOf(child.stderr), child.exited]);
    if (code === 0) return null;
    return signal.aborted ? endedBy(signal) : withoutPaths(said, run) || `it ended with ${code}`;
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

function endedBy({ reason }: AbortSignal): string {
  return reason instanceof DOMException && reason.name === "TimeoutError"
    ? "it took too long"
    : "it was cancelled";
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

/** The end of what is written, in one line; the rest is read and forgotten. */
async function endOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let end = "";
  for await (const chunk of stream)
    end = (end + decoder.decode(chunk, { stream: true })).slice(-SHOWN_CHARACTERS);
  return end.trim().split("\n").at(-1) ?? "";
}
