import type { WASocket } from "baileys";
import type { OutboundMessage } from "../../provider.ts";
import type { WhatsAppWebSession } from "../connection/session.ts";
import type { Draft } from "../encode/draft.ts";
import type { Library } from "../library/library.ts";
import type { Acks } from "./acks.ts";
import type { WhatsAppWebFiles, WhatsAppWebRecords } from "./records.ts";

export type SendDependencies = {
  library: Library;
  records: WhatsAppWebRecords;
  files: WhatsAppWebFiles;
  acks: Acks;
};

/** A message on its way through one session. */
export type Sending = SendDependencies & {
  session: WhatsAppWebSession;
  socket: WASocket;
  message: OutboundMessage;
  signal: AbortSignal;
};

/** The address of a message on WhatsApp: a number, or the LID of somebody without one. */
export function chatOf({ to, userId }: OutboundMessage): string {
  return to === null ? (userId ?? "") : `${to}@s.whatsapp.net`;
}

/** Drafts that become a message of WhatsApp's. */
export type MessageDraft = Extract<Draft, { do: "send" | "react" | "edit" | "delete" }>;
