import { MasterKeyError } from "./master-key-error.ts";

const TIME_LIMIT_MS = 10_000;
const SIZE_LIMIT = 64 * 1024;

/**
 * The output of a command: words separated by spaces, run without a shell and
 * with nothing to read. Neither its output nor its errors are ever logged.
 * Throws `MasterKeyError` when it fails, prints more than 64 KiB, or isn't done
 * within `timeoutMs`.
 */
export async function outputOf(command: string, timeoutMs = TIME_LIMIT_MS): Promise<string> {
  const child = start(command.split(/\s+/).filter((word) => word !== ""));
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new MasterKeyError(`WAYPOST_MASTER_KEY_COMMAND took longer than ${timeoutMs / 1000} s`)),
    timeoutMs,
  );
  try {
    // a process it left running may keep its output open
    return await Promise.race([printed(child), late]);
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}

function start(words: string[]) {
  try {
    return Bun.spawn(words, { stdin: "ignore", stdout: "pipe", stderr: "ignore" });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw new MasterKeyError(`WAYPOST_MASTER_KEY_COMMAND cannot be run (${code})`);
  }
}

async function printed(child: ReturnType<typeof start>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of child.stdout) {
    size += chunk.byteLength;
    if (size > SIZE_LIMIT) throw new MasterKeyError("WAYPOST_MASTER_KEY_COMMAND printed far more than a key");
    chunks.push(chunk);
  }
  const code = await child.exited;
  if (code !== 0)
    throw new MasterKeyError(
      `WAYPOST_MASTER_KEY_COMMAND ended with ${code}; run it by hand to see why: its output isn't logged`,
    );
  return Buffer.concat(chunks).toString("utf8");
}
