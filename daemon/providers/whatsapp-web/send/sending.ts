import type { WASocket } from "baileys";
import type { OutboundMessage } from "../../provider.ts";
import type { WebSession } from "../connection/session.ts";
import type { Draft } from "../encode/draft.ts";
import type { Library } from "../library/library.ts";
import type { Acks } from "./acks.ts";
import type { WebFiles, WebRecords } from "./records.ts";

export type SendDependencies = {
  library: Library;
  records: WebRecords;
  files: WebFiles;
  acks: Acks;
};

/** A message on its way through one session. */
export type Sending = SendDependencies & {
  session: WebSession;
  socket: WASocket;
  message: OutboundMessage;
  signal: AbortSignal;
};

/** Drafts that become a message of WhatsApp's. */
export type MessageDraft = Extract<Draft, { do: "send" | "react" | "edit" | "delete" }>;
