import { draftOf, writeDraft } from "../../../../parts/fields/drafts.ts";
import { attachAgain } from "../attached/attach.ts";
import { canHaveCaption } from "../attached/captions.ts";
import { complaintOf } from "../attached/judge.ts";
import { changeOutbox, type Outbox, outboxOf } from "../outbox.ts";
import type { Place } from "../place.ts";
import type { ToSend } from "./body.ts";
import { send } from "./send.ts";

/**
 * Sends what is in a box, now or at a time; nothing while it is empty, or has a file that can't be sent. A file that
 * failed on its way to the daemon begins again.
 */
export function sendWritten(place: Place, scheduledAt: string | null = null): void {
  const failed = outboxOf(place).attached.filter(({ problem }) => problem !== null);
  if (failed.some(({ file, kind, isOfficial }) => complaintOf(file, kind, isOfficial) !== null)) return;
  for (const one of failed) attachAgain(place, one);
  const written = writtenIn(place, scheduledAt);
  if (written.length === 0) return;
  writeDraft(place, "");
  changeOutbox(place, () => ({ attached: [], quoted: null }));
  send(place, written);
}

/** The messages that what is in a box becomes, in their order. */
export function writtenIn(place: Place, scheduledAt: string | null): readonly ToSend[] {
  const { attached, quoted } = outboxOf(place);
  const text = draftOf(place).trim();
  if (text === "" && attached.length === 0) return [];
  return messagesOf(text, attached).map((one, at) => ({
    ...one,
    quoted: at === 0 ? quoted : null,
    scheduledAt,
  }));
}

/** The text is the caption of the only file; otherwise it is a message of its own, before the files. */
function messagesOf(text: string, attached: Outbox["attached"]): Pick<ToSend, "text" | "file">[] {
  const [only] = attached;
  if (attached.length === 1 && only !== undefined && canHaveCaption(only)) return [{ text, file: only }];
  const files = attached.map((file) => ({ text: "", file }));
  return text === "" ? files : [{ text, file: null }, ...files];
}
