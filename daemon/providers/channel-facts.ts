import type { MessageError } from "./message-error.ts";

/** The platform says something about a number or its account that changes nothing for its channels. */
export type ChannelAlert = {
  kind: "alert";
  /** The platform's name of it. */
  type: string;
  severity: "critical" | "warning" | "informational";
  /** In words, and what to do about it. */
  text: string;
  advice: string | null;
  /** The platform's own words. */
  description: string | null;
};

/** A number's own user name is reserved or approved now, or gone. */
export type UsernameNews = {
  kind: "username";
  username: string | null;
  status: "reserved" | "approved" | "deleted";
};

/** Something is wrong on the platform's side that concerns no message, such as a limit that was reached. */
export type ReportedErrors = { kind: "errors"; errors: MessageError[] };

/** What the platform says of the chats that a number may begin within a cycle; what it leaves out is undefined. */
export type NewChats = {
  /** ISO 8601; what it says later counts. */
  said_at: string | undefined;
  /** `NONE`, `FIRST_WARNING`, `SECOND_WARNING` or `CAPPED`: messages to new people wait until the cycle ends. */
  status: string | undefined;
  /** Null: there is no limit. */
  total: number | null | undefined;
  used: number | undefined;
  /** ISO 8601. */
  cycle_start: string | undefined;
  cycle_end: string | undefined;
  ote_status: string | undefined;
  mv_status: string | undefined;
};
