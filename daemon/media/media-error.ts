import type { MessageError } from "../providers/message-error.ts";

const TITLES = {
  media_gone: "Media no longer there",
  media_too_large: "Media too large",
  media_wrong_type: "Media of another type",
  media_refused: "Media address refused",
  media_damaged: "Media damaged",
  media_unavailable: "Media not available",
  media_no_room: "No room for media",
  media_empty: "Media empty",
} as const;

/** Why a file was not fetched; when `retryable`, it is tried again. */
export class MediaFailure extends Error {
  constructor(
    readonly code: keyof typeof TITLES,
    detail: string,
    readonly retryable: boolean,
    /** The response status of the file's host, when that was the reason. */
    readonly status: number | null = null,
  ) {
    super(detail);
  }

  /** The error as the message's record shows it. */
  shown(): MessageError {
    return {
      code: this.code,
      title: TITLES[this.code],
      detail: this.message,
      provider_code: null,
      retryable: this.retryable,
    };
  }
}
