/** What is there when all is over, as anybody can read it by the API. */

/** The state by the API when all is over. */
export type End = {
  at: number;
  messages: MessageRecord[];
  events: LoggedEvent[];
  contacts: ContactEnd[];
  conversations: ConversationEnd[];
  /** Inbound calls that still wait, or were set aside. */
  inboundWaiting: number;
  inboundFailed: number;
  /** How many rows each table of the database has. */
  tables: { name: string; rows: number }[];
  /** The statuses of each operation in the API's reference. */
  documented: { method: string; path: string; statuses: number[] }[];
};

/** A message as the API shows it at the end. */
export type MessageRecord = {
  id: string;
  organization: string;
  channel: string;
  contact: string | null;
  conversation: string;
  direction: string;
  /** Its id at WhatsApp; null: it has none. */
  providerId: string | null;
  text: string;
  status: string;
  statuses: string[];
  error: string | null;
  /** What sent it by itself, such as `away`, or who. */
  author: string | null;
  possibleDuplicate: boolean;
};

/** A contact that something named, and the id that it has now; null: there is none. */
export type ContactEnd = { id: string; organization: string; current: string | null };

/** The same of a conversation, with its contact and the messages that a list of it has. */
export type ConversationEnd = ContactEnd & { contact: string | null; messages: string[] };

/** An event of the log as it is read from its beginning, in order. */
export type LoggedEvent = {
  id: string;
  organization: string;
  type: string;
  at: number;
  body: Record<string, unknown>;
};
