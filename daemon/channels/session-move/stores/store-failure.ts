/** What is wrong with another program's store of sessions, and how to mend it. Neither may have a secret in it. */
export class StoreFailure extends Error {
  readonly hint: string | undefined;
  readonly code: string | undefined;

  constructor(message: string, details: { hint?: string; code?: string; cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.hint = details.hint;
    this.code = details.code;
  }
}
