import type { NewRestriction } from "../../../db/channels/restrictions.ts";
import type { SamePhone } from "../../../db/contacts/number-forms.ts";
import type { DueSend, SendResult } from "../../../db/messages/sends.ts";
import type { Identity } from "../../providers/inbound.ts";
import type { MessageError } from "../../providers/message-error.ts";
import type { Hold, SendOutcome } from "../../providers/provider.ts";
import type { Shown } from "./rest.ts";
import { nextTry } from "./retry.ts";

/** How one attempt ended: what is written of it, and what it says about the whole channel. */
export type SendEnd = Shown & {
  result: SendResult;
  /** Why the channel can't send for now; null when it can. */
  stopped: MessageError | null;
  /** The channel's new restriction; null when there is none. */
  restriction: NewRestriction | null;
  /** The number it was sent to and another of the same person, as the platform says; absent: it says nothing new. */
  same?: SamePhone;
};

/** Of a platform that takes nothing: the message keeps its place, and is the one that is tried after the rest. */
const IN_ITS_PLACE = { retry_after: null };
/** Of a channel that is stopped, perhaps only for messages like this one: another is tried after the pause. */
const BEHIND_OTHERS = 0;
/** The end of an attempt, by the outcome of its call; `silent` ones have no status of their own. */
export function ended(row: DueSend, outcome: SendOutcome, silent: boolean): SendEnd {
  const result = (part: Partial<SendResult> & Pick<SendResult, "outcome">): SendResult => ({
    message_id: row.item_id,
    attempt: row.attempt,
    provider_message_id: null,
    error: null,
    retry_after: null,
    silent,
    result: null,
    ...part,
  });
  const failed = (error: MessageError) =>
    result({ outcome: "failed", error: JSON.stringify({ ...error, retryable: false }) });
  const fine = { works: true, trouble: null, stopped: null, restriction: null };
  switch (outcome.kind) {
    case "sent":
      return {
        ...fine,
        ...samePhone(row, outcome.same),
        result: result({
          outcome: "sent",
          provider_message_id: outcome.providerMessageId,
          result: outcome.result === undefined ? null : JSON.stringify(outcome.result),
        }),
      };
    case "failed":
      return { ...fine, restriction: restrictionOf(row, outcome.holds), result: failed(outcome.error) };
    case "unknown":
      return {
        ...fine,
        works: false,
        trouble: { kind: "silent", error: outcome.error },
        result: result({ outcome: "unknown", error: JSON.stringify(outcome.error) }),
      };
    case "stopped": {
      // kept until its end, like whatever else waits
      const again = result({
        outcome: "retry",
        error: JSON.stringify(outcome.error),
        retry_after: BEHIND_OTHERS,
      });
      return { ...fine, result: again, stopped: outcome.error };
    }
    case "retry": {
      const { scope, error, afterMs } = outcome;
      const again = scope === "channel" ? IN_ITS_PLACE : nextTry(row.retries, scope, afterMs);
      if (again === null) return { ...fine, result: failed(error) };
      return {
        ...fine,
        works: false,
        trouble: troubleOf(outcome),
        result: result({ outcome: "retry", error: JSON.stringify(error), ...again }),
      };
    }
  }
}

function samePhone({ address }: DueSend, other: Identity | undefined): { same?: SamePhone } {
  if (other === undefined || address === null) return {};
  return { same: { type: "phone", value: address, other_type: other.type, other_value: other.value } };
}

function restrictionOf({ conversation_id }: DueSend, hold: Hold | undefined): NewRestriction | null {
  if (hold === undefined) return null;
  return { ...hold, conversation_id: hold.scope === "person" ? conversation_id : null };
}

/** The platform's fault behind a retry; null when it is about the message or its recipient alone. */
function troubleOf({ scope, error, afterMs }: Extract<SendOutcome, { kind: "retry" }>) {
  if (scope === "platform") return { kind: "confused", error } as const;
  if (scope !== "channel") return null;
  return {
    kind: "refuses",
    error,
    ...(afterMs === undefined ? {} : { requestedMs: afterMs }),
  } as const;
}
