import type { Form } from "./identity/addresses.ts";

/** How far a message got: on its own way, or as the other side reported. */
export type Status = "sent" | "delivered" | "read" | "played";

/** A message on a phone. */
export type PhoneMessage = {
  id: string;
  /** Grows with each message that is new to a phone of the sandbox. */
  sequence: number;
  /** The number of the other side, or the address of a group. */
  chat: string;
  /** Of a message in a group: the number that wrote it. */
  author?: string | undefined;
  fromMe: boolean;
  /** The companion that sent it; 0: a phone. */
  device: number;
  /** Whether it was addressed by LID or by number. */
  form: Form;
  /** Of a companion's message to a group: the id of the key it was sealed with. */
  keyId?: number | undefined;
  /** Null until a copy could be read. */
  kind: string | null;
  text: string | null;
  /** The message as protocol buffers, in base64. */
  raw: string;
  at: string;
  /** How often it came readable: 1, unless it was sent twice. */
  copies: number;
  /** How often it came and could not be read. */
  unreadable: number;
  /** For own messages what the other side reported, for others what this phone reported. */
  status: Status;
  /** How often the other side requested a retry. */
  retries: number;
  /** The texts it had after edits, the last one last. */
  edits: string[];
  deleted: boolean;
  /** The reaction that stands, by number. */
  reactions: Record<string, string>;
  /** The votes in a poll, by number. */
  votes: Record<string, string[]>;
  /** Whether the file that belongs to it could be fetched, decrypted and was what the message says. */
  file: { sha256: string; bytes: number } | { problem: string } | null;
};

export type NewMessage = Pick<PhoneMessage, "id" | "chat" | "fromMe" | "device" | "form"> &
  Partial<Pick<PhoneMessage, "kind" | "text" | "raw" | "author" | "keyId">>;

/** The members of a new message that change later. */
export function blankMessage(sequence: number) {
  return {
    sequence,
    at: new Date().toISOString(),
    kind: null,
    text: null,
    raw: "",
    copies: 0,
    unreadable: 0,
    status: "sent",
    retries: 0,
    edits: [],
    deleted: false,
    reactions: {},
    votes: {},
    file: null,
  } satisfies Partial<PhoneMessage>;
}
