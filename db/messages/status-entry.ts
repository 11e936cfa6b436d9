/** A status that a message had. The error is of a failed message that turned out to have been sent, or of a device that can't read it. */
export type StatusEntry = {
  status: string;
  at: string;
  error?: { code: string; title: string; detail: string; provider_code: string | null; retryable: boolean };
};
