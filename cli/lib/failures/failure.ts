import { ExitCode } from "./exit-codes.ts";

export type FieldError = { path: string; message: string };

/** Details of a failure beside its message. None may contain a secret. */
export type FailureDetails = {
  /** What to do about it, as a sentence. */
  hint?: string | undefined;
  /** Stable machine-readable code, the API's own where there is one. */
  code?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  errors?: FieldError[] | undefined;
  cause?: unknown;
};

/** Every error that a command ends with on purpose: a sentence, an exit code and how to fix it. */
export class Failure extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    readonly details: FailureDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.name = "Failure";
  }
}

/** The command line or what was given on standard input is wrong: exit 2. */
export function usageFailure(message: string, hint?: string): Failure {
  return new Failure(ExitCode.usage, message, { code: "usage", hint });
}

/** Anything else that went wrong: exit 1. */
export function failure(message: string, details?: FailureDetails): Failure {
  return new Failure(ExitCode.error, message, details);
}

/** Ctrl-C: exit 130, and nothing more to say. */
export function interrupted(): Failure {
  return new Failure(ExitCode.interrupted, "Interrupted", { code: "interrupted" });
}
