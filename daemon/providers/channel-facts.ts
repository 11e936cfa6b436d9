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
