import type { MessageError } from "../../providers/message-error.ts";
import type { SendEnd } from "./send-end.ts";

/** A send's end without the provider's response: the outcome of the message, and that the rest could not be stored. */
export function reducedEnd({ result, stopped, ...end }: SendEnd): SendEnd {
  return {
    ...end,
    stopped: stopped === null ? null : UNSTORABLE,
    result: {
      ...result,
      provider_message_id: null,
      error: result.error === null ? null : JSON.stringify(UNSTORABLE),
      result: null,
    },
  };
}

const UNSTORABLE: MessageError = {
  code: "details_not_stored",
  title: "Details not stored",
  detail: "WhatsApp's response could not be stored",
  provider_code: null,
  retryable: false,
};
