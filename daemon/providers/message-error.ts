/** The `error` of a message record. */
export type MessageError = {
  /** Ours: stable and machine-readable. */
  code: string;
  title: string;
  detail: string;
  provider_code: string | null;
  retryable: boolean;
};
