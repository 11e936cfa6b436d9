import type { Identity, Participant } from "./identity.ts";

/** A message was edited, or taken back by its author (content null). */
export type Revision = {
  kind: "revision";
  /** Of the call that reports it. */
  providerMessageId: string;
  originalId: string;
  content: Record<string, unknown> | null;
  /** The person whose message it is, where the platform says it. */
  person?: Identity;
  /** Who changes it, where the platform leaves it to us to see that it is theirs. */
  author?: Author;
  at: Date;
};

/** The one who changes a message. */
export type Author = {
  /** The person, or the group in which somebody does it; a second identity of the person. */
  person: Identity;
  alias: Identity | null;
  direction: "inbound" | "outbound";
  /** The one in a group: as WhatsApp names them there, and who that is. */
  participant?: string;
  writer?: Pick<Participant, "person" | "alias">;
  /** An admin of the group, who deletes what others wrote. */
  isAdmin?: boolean;
};
