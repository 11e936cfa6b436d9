import { useCallback } from "react";
import { useChannels } from "../../../api/channels.ts";
import { draftOf } from "../../../parts/fields/drafts.ts";
import type { Conversation, Message } from "../types.ts";
import { useAnsweredMeanwhile } from "./answered-meanwhile.tsx";
import { attach } from "./attached/attach.ts";
import { useOutbox } from "./outbox.ts";
import { usePlace } from "./place.ts";
import { placeholderIn } from "./placeholder.ts";
import { answerCommands } from "./sending/as-commands.ts";
import { sendWritten } from "./sending/send-written.ts";

const OFFICIAL = "whatsapp_official";

/** The answer that is being written, and what sends it: not before somebody looked at what stands in its way. */
export function useAnswer({ id, channel_id }: Conversation, messages: readonly Message[]) {
  const place = usePlace(id);
  const { key } = place;
  const problem = useOutbox(place, (outbox) => outbox.refused);
  const { answer: answeredMeanwhile, ignore } = useAnsweredMeanwhile(place, messages);
  const isOfficial = useChannels().platformOf(channel_id) === OFFICIAL;
  const take = useCallback(
    (files: readonly File[], isVoice = false) =>
      void attach({ conversationId: id, key }, files, { isOfficial, isVoice }),
    [id, key, isOfficial],
  );
  /** Sends it at a time, null for now, unless something in braces was not replaced. */
  const sendWhole = (at: string | null) => {
    if (placeholderIn(draftOf(place)) === null) sendWritten(place, at);
  };
  return {
    ...{ place, problem, isOfficial, answeredMeanwhile, take, isBusy: false },
    submit: () => answeredMeanwhile === null && sendWhole(null),
    sendLater: sendWhole,
    /** Although a colleague answered. */
    sendAnyway() {
      ignore();
      sendWhole(null);
    },
    /** Although something in braces was not replaced. */
    sendAsItIs: () => answeredMeanwhile === null && sendWritten(place, null),
    commands: (at: string | null) => answerCommands(place, at),
  };
}
