import type { Unserved } from "../../providers/inbound.ts";
import type { MessageError } from "../../providers/message-error.ts";
import type { Apply } from "./apply-kind.ts";

const DETAILS: Record<Unserved["why"], string> = {
  asked_too_often: "it asked for another copy each time, and gets no more",
  not_kept: "it asked for another copy, and the message is not kept any more",
};

/** Keeps which device could not read a message and gets no copy: the person sees that they wait for it. */
export const applyUnserved: Apply<"unserved"> = async (writes, channels, facts) => {
  const given = facts.map(({ providerMessageId, device, why }) => {
    const detail = `${device} can't read this message: ${DETAILS[why]}; send it again as a new message`;
    const error: MessageError = {
      ...{ code: "copy_not_sent", title: "A device can't read it", detail },
      ...{ provider_code: null, retryable: false },
    };
    return { provider_message_id: providerMessageId, error: JSON.stringify(error) };
  });
  for (const { organization_id, id: channel_id } of channels)
    writes.add({ kind: "unserved", organization_id, channel_id, given });
};
