import type { BroadcastReport } from "../../lib/api/types/broadcasts.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { reportColumns } from "./columns.ts";

export const waitOptions = {
  wait: {
    value: "status",
    choices: ["completed"],
    description: "Wait for this state, for --timeout (default: until it is over)",
  },
} as const;

/** Follows a broadcast and prints what it came to. Ends with 5 when it was stopped or cancelled, 6 after too long. */
export async function waitUntil(
  cli: Cli,
  followed: (timeoutMs: number) => Promise<BroadcastReport>,
): Promise<void> {
  const broadcast = await followed(cli.timeoutMs ?? Number.POSITIVE_INFINITY);
  await cli.output.record(broadcast, reportColumns);
  const failure = failureOf(broadcast);
  if (failure !== null) throw failure;
}

/** Why a script has to look at a broadcast; null when it came to its end. */
function failureOf({ id, status, stopped_by }: BroadcastReport): Failure | null {
  if (status === "completed") return null;
  if (status === "stopped")
    return new Failure(ExitCode.failed, `the broadcast was stopped: ${stopped_by?.detail}`, {
      code: stopped_by?.rule ?? "stopped",
      hint: `Once that is mended: waypost broadcasts resume ${id}`,
    });
  if (status === "cancelled")
    return new Failure(ExitCode.failed, "the broadcast was cancelled", { code: "cancelled" });
  return new Failure(ExitCode.timeout, `the broadcast is still ${status}`, {
    code: "wait_timeout",
    hint: `It continues. Follow it: waypost broadcasts watch ${id}`,
  });
}
