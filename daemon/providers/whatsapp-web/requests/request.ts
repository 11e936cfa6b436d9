import type { GroupRefusal, GroupRequest, GroupResults } from "../groups/request.ts";

/** What a paired number's session can be asked to do, and what comes of it. */

/** Whether somebody is there: `person` is an address, `<digits>@s.whatsapp.net` or `<digits>@lid`. */
export type PresenceRequest = { kind: "presence"; person: string };

export type Presence = "available" | "unavailable" | "composing" | "recording";

/** What somebody shows of themselves; `presence` is null where they show nothing. */
export type SeenPresence = {
  presence: Presence | null;
  /** When they were last there; null when they do not show it. */
  last_seen_at: string | null;
};

export type SessionRequest = GroupRequest | PresenceRequest;

/** What is answered to each. */
export type SessionResults = GroupResults & { presence: SeenPresence };

export type SessionAnswer<Kind extends keyof SessionResults> =
  | { result: SessionResults[Kind] }
  | { refusal: GroupRefusal };
