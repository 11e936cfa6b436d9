/** A run ends after so much work of the processors, in seconds. */
const PROCESSOR_SECONDS = 180;
const MEMORY_KILOBYTES = 2 * 1024 * 1024;
/** The shell counts files in blocks of 512 bytes. */
const FILE_BLOCKS = (200 * 1024 ** 2) / 512;
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

type Limited = {
  /** Where it is started. */
  folder: string;
  /** Ends it: also by the time that is left. */
  signal: AbortSignal;
  environment?: Readonly<Record<string, string>>;
};

/**
 * Runs a program on a file of others, without our secrets: so much of the processors, memory and disk is its own, and it
 * ends by the signal, or with the daemon. Returns null when it worked, else what it said last.
 */
export async function runLimited(
  command: readonly [string, ...string[]],
  { folder, signal, environment = {} }: Limited,
): Promise<string | null> {
  if (signal.aborted) return endedBy(signal);
  const script = `${LIMITS}; ${TOGETHER}; exec "$0" "$@"`;
  const child = Bun.spawn(["/bin/sh", "-c", script, ...command], {
    // no secrets, and no proxy
    env: { PATH: process.env.PATH ?? "", LANG: "C", ...environment },
    cwd: folder,
    ...{ stdin: "ignore", stdout: "ignore", stderr: "pipe" },
  });
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill);
  try {
    const [said, code] = await Promise.all([endOf(child.stderr), child.exited]);
    if (code === 0) return null;
    return signal.aborted ? endedBy(signal) : said || `it ended with ${code}`;
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

function endedBy({ reason }: AbortSignal): string {
  return reason instanceof DOMException && reason.name === "TimeoutError"
    ? "it took too long"
    : "it was cancelled";
}

/** The end of what is written, in one line; the rest is read and forgotten. */
async function endOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let end = "";
  for await (const chunk of stream)
    end = (end + decoder.decode(chunk, { stream: true })).slice(-SHOWN_CHARACTERS);
  return end.trim().split("\n").at(-1) ?? "";
}
