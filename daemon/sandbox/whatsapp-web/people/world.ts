import type { Device, Keep, Profile, Switchboard } from "../link.ts";
import type { Media } from "../media/media.ts";
import type { AppState } from "./app-state/app-state.ts";
import type { Behaviours } from "./behaviours.ts";
import type { Feed } from "./feed.ts";
import type { Groups } from "./groups/groups.ts";
import type { SenderKeys } from "./groups/sender-keys.ts";
import type { Form } from "./identity/addresses.ts";
import type { Person, Persons } from "./identity/persons.ts";
import type { UserNames } from "./identity/user-names.ts";
import type { Lanes } from "./lanes.ts";
import type { MessageLog } from "./message-log.ts";
import type { Presence } from "./presence.ts";
import type { Waiting } from "./sending/outline.ts";
import type { PreKeys } from "./signal/pre-keys.ts";
import type { SignalSessions } from "./signal/sessions.ts";
import type { Timers } from "./timers.ts";

/** When people report, in milliseconds after a message came. */
export type Timings = { deliveredMs: number; readMs: number; playedMs: number };

/** The people and everything they share. */
export type World = {
  switchboard: Switchboard;
  keep: Keep;
  persons: Persons;
  preKeys: PreKeys;
  sessions: SignalSessions;
  groups: Groups;
  senderKeys: SenderKeys;
  messageLog: MessageLog;
  feed: Feed;
  media: Media;
  userNames: UserNames;
  behaviours: Behaviours;
  appState: AppState;
  lanes: Lanes;
  timers: Timers;
  /** Calls that ring, by id: what is done when a companion rejects one. */
  calls: Map<string, () => void>;
  /** The last presence of people, by their roots; it holds until the next one. */
  presences: Map<string, Presence>;
  timings: Timings;
  /** Messages that cannot be encrypted yet: the companion has uploaded no keys. */
  waiting: Waiting;
  /** How two people (by their roots) last addressed each other. */
  forms: Map<string, Form>;
  /** The numbers that have companions, and the companions. */
  linkedNumbers(): string[];
  companionsOf(number: string): Device[];
  profile(number: string): Profile;
};

/** Everything between a phone and a companion happens in one lane, in both directions. */
export function laneOf({ root }: Person, { account, id }: Device): string {
  return `${root} ${account.number}:${id}`;
}

/** Whether somebody has WhatsApp under the number now. Who has companions has it, whatever the number means. */
export function isReachable({ behaviours, persons, companionsOf }: World, number: string): boolean {
  if (persons.isGivenUp(number)) return false;
  return behaviours.of(number).onWhatsApp || companionsOf(number).length > 0;
}
