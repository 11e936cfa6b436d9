import type { MessageRow } from "../../../db/messages/messages.ts";
import { MOST_AHEAD, type Wait } from "../../../db/messages/waits.ts";
import type { Platform } from "../../providers/provider.ts";
import { showError } from "../record.ts";
import { channelReason } from "./channel-reasons.ts";
import type { Waiting } from "./schema.ts";

/**
 * The reason why a message waits: its time, its channel, a limit, another attempt, or others; null when it goes now.
 */
export function reasonOf(row: MessageRow, wait: Wait, platform: Platform | undefined): Waiting | null {
  if (isScheduled(row, wait)) return later("scheduled", wait, (until) => `It is scheduled for ${until}.`);
  return channelReason(wait, platform) ?? holdReason(wait) ?? attemptReason(row, wait) ?? queueReason(wait);
}

function isScheduled({ scheduled_at, attempts }: MessageRow, { is_due, is_held }: Wait): boolean {
  return scheduled_at !== null && attempts === 0 && !is_due && !is_held;
}

function holdReason(wait: Wait): Waiting | null {
  const { held_reason, channel } = wait;
  switch (held_reason) {
    case null:
      return null;
    case "messaging_limit":
      return later(
        "messaging_limit",
        wait,
        (until) =>
          `The limit of its portfolio is reached: ${channel.name} may write to this person at ${until}.`,
      );
    case "marketing_limit":
      return later(
        "marketing_limit",
        wait,
        (until) => `WhatsApp delivers no more marketing to this person for now. It goes at ${until}.`,
      );
    case "conversation_held":
      return later(
        "conversation_held",
        wait,
        (until) => `Somebody else holds the conversation. It goes when they release it, or at ${until}.`,
      );
    default:
      return later("held_back", wait, (until) => `It is held back until ${until}: ${held_reason}.`);
  }
}

function attemptReason(row: MessageRow, wait: Wait): Waiting | null {
  const error = showError(row);
  if (wait.state === "unknown")
    return later(
      "outcome_unknown",
      wait,
      (until) => `WhatsApp has not said whether it took the message. It is tried again at ${until}.`,
    );
  if (error === null || wait.is_due) return null;
  if (error.code === "media_converting")
    return { reason: "file_converting", detail: sentence(`${error.detail}`), until: null };
  const why = sentence(error.detail ?? error.title ?? error.code);
  return later("retry", wait, (until) => `The last attempt failed: ${why} The next one is at ${until}.`);
}

function queueReason(wait: Wait): Waiting | null {
  const { channel, ahead_of_person: before, ahead, is_due } = wait;
  if (before > 0) return behind(`${messages(before, "earlier ")} to this person`, before);
  if (!is_due) return later("pace", wait, (until) => `The pace of ${channel.name} lets it go at ${until}.`);
  return ahead === 0 ? null : behind(`${messages(ahead)} of ${channel.name}`, ahead);
}

function behind(what: string, count: number): Waiting {
  return { reason: "behind", detail: `${what} ${count === 1 ? "goes" : "go"} first.`, until: null };
}

function messages(count: number, kind = ""): string {
  if (count > MOST_AHEAD) return `More than ${MOST_AHEAD} ${kind}messages`;
  return count === 1 ? `1 ${kind}message` : `${count} ${kind}messages`;
}

function later(reason: Waiting["reason"], { due_at }: Wait, say: (until: string) => string): Waiting {
  const until = due_at.toISOString();
  return { reason, detail: say(until), until };
}

/** Words that others end as they like, as a sentence. */
function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/[.\s]+$/, "")}.`;
}
