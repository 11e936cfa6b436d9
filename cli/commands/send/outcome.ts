import { adviceFor } from "../../lib/api/advice.ts";
import type { Message } from "../../lib/api/types/messages.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import { WHY_UNDELIVERED } from "../messages/long-sent.ts";
import { describeWait } from "../messages/waiting.ts";
import type { Waited } from "./wait.ts";

/** The failure after waiting: null when the status was reached, exit 5 or 6 otherwise. */
export function outcomeOf({ end, message }: Waited, target: string, timeoutMs: number): Failure | null {
  if (end === "reached") return null;
  if (end === "failed") return failed(message);
  return new Failure(
    ExitCode.timeout,
    `the message is ${message.status}, not ${target}, after ${timeoutMs / 1_000} s`,
    {
      code: "wait_timeout",
      hint: `${describeWait(message) ?? `${stillSent(message, target)}It may still arrive.`}\nLook again: waypost messages get ${message.id}`,
    },
  );
}

function stillSent({ status }: Message, target: string): string {
  return status === "sent" && target !== "sent" ? `Sent, but not delivered: ${WHY_UNDELIVERED}. ` : "";
}

function failed({ id, status, error }: Message): Failure {
  if (error === null || error === undefined) {
    return new Failure(ExitCode.failed, `the message was not sent: it is ${status}`, { code: status });
  }
  const provider =
    error.provider_code === null || error.provider_code === undefined
      ? ""
      : `, provider code ${error.provider_code}`;
  return new Failure(
    ExitCode.failed,
    `the message failed: ${error.detail ?? error.title ?? error.code} (${error.code}${provider})`,
    {
      code: error.code,
      hint: adviceFor(error.code) ?? `See the whole record: waypost messages get ${id}`,
    },
  );
}
