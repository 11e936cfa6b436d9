import { type Jq, loadJq } from "jq-wasm";
import wasm from "jq-wasm/jq.wasm" with { type: "file" };
import { failure, usageFailure } from "../failures/failure.ts";

/** Applies --jq to a value: texts as they are, everything else as JSON, each on its own line. */
export type JqFilter = (value: unknown, layout: "compact" | "indented") => string;

/** jq's own exit code for a filter that it can't read. */
const UNREADABLE = 3;

/** Loads jq and has it read a filter. Rejects with a usage failure, before anything is sent, when it can't. */
export async function loadJqFilter(filter: string): Promise<JqFilter> {
  const jq = await loadJq({ wasmBinary: await Bun.file(wasm).bytes() });
  const { exitCode, stderr } = jq.raw("", filter, ["--"]);
  if (exitCode === UNREADABLE) throw usageFailure(`--jq: ${reasonOf(stderr)}`);
  return (value, layout) => apply(jq, filter, value, layout);
}

function apply(jq: Jq, filter: string, value: unknown, layout: "compact" | "indented"): string {
  const flags = ["-r", ...(layout === "compact" ? ["-c"] : []), "--"];
  const { stdout, stderr, exitCode } = jq.raw(JSON.stringify(value), filter, flags);
  if (exitCode !== 0) throw failure(`--jq: ${reasonOf(stderr)}`, { code: "jq_failed" });
  return stdout === "" ? "" : `${stdout}\n`;
}

/** `jq: error (at <stdin>:0): Cannot iterate over null` → what comes last, which is the reason. */
function reasonOf(stderr: string): string {
  const [first = ""] = stderr.split("\n");
  return first.replace(/^jq: error(?: \(at [^)]*\))?: /, "");
}
