import type { ChannelProbe } from "../channel.ts";
import type { OutboundMessage, Provider, SendOutcome } from "../provider.ts";
import type { WhatsAppWebSessions } from "./connection/session.ts";
import type { Draft } from "./encode/draft.ts";
import { openLibrary } from "./library/library.ts";
import { WHATSAPP_WEB } from "./platform.ts";
import { failureOf, notConnected } from "./send/errors.ts";
import { operate } from "./send/operations.ts";
import { createWhatsAppWebPolicies } from "./send/policy.ts";
import { sendMessage } from "./send/send.ts";
import type { SendDependencies, Sending } from "./send/sending.ts";

export type WhatsAppWebDependencies = Omit<SendDependencies, "library"> & { sessions: WhatsAppWebSessions };

/** Paired numbers: what is sent goes through the session of the channel, which this daemon must hold. */
export function createWhatsAppWebProvider({ sessions, ...dependencies }: WhatsAppWebDependencies): Provider {
  return {
    ...WHATSAPP_WEB,
    policy: createWhatsAppWebPolicies(),
    isReady: (channelId) => (sessions.find(channelId)?.socket() ?? null) !== null,
    async send(channel, message, signal) {
      const session = sessions.find(channel.id);
      const socket = session?.socket() ?? null;
      if (session === null || socket === null) return notConnected();
      const library = await openLibrary();
      return await perform({ ...dependencies, library, session, socket, message, signal });
    },
    probe: async (channel) => probe(sessions, channel.id),
  };
}

async function perform(sending: Sending): Promise<SendOutcome> {
  const draft = draftOf(sending.message);
  try {
    return draft.do === "send" || draft.do === "react" || draft.do === "edit" || draft.do === "delete"
      ? await sendMessage(sending, draft)
      : await operate(sending, draft);
  } catch (cause) {
    // whatever was wrong, it was this connection's: the next one tries again
    return sending.session.socket() === sending.socket ? failureOf(cause) : notConnected();
  }
}

/** The body that the message's type made for this platform. */
function draftOf({ body }: OutboundMessage): Draft {
  return body as Draft;
}

function probe(sessions: WhatsAppWebSessions, channelId: string): ChannelProbe {
  const session = sessions.find(channelId);
  if (session === null)
    return { status: "disconnected", reason: "no daemon of this process holds its session" };
  if (session.socket() === null)
    // nor is its number the channel's while that is not decided
    return { status: "disconnected", reason: "the paired number is not connected to WhatsApp" };
  const phone = session.identity()?.phone ?? null;
  return { status: "connected", reason: null, ...(phone === null ? {} : { phoneNumber: `+${phone}` }) };
}
