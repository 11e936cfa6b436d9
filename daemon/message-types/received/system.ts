/** The type `system`: what happened in a conversation without anybody writing. */

/** Somebody in a group: as WhatsApp names them there, and the digits of their number, if it is known. */
export type GroupPerson = { address: string; phone: string | null };

export type PeopleEvent =
  | "people_added"
  | "people_removed"
  | "people_joined"
  | "people_left"
  | "join_requested"
  | "join_request_withdrawn"
  | "admins_made"
  | "admins_unmade";

/** The content of a system message. `body` has the platform's own words, where it has some. */
export type SystemContent = { body?: string } & (
  | { event: "number_changed"; from: string | null; to: string }
  | { event: "chat_opened" | "user_id_changed" | "identity_changed" | "picture_changed" }
  | { event: "timer_changed"; seconds: number }
  | { event: "group_created" | "subject_changed"; subject: string }
  | { event: "description_changed"; description: string | null }
  | { event: "only_admins_write" | "only_admins_edit" | "group_suspended"; on: boolean }
  | { event: "group_deleted" }
  | { event: PeopleEvent; people: GroupPerson[] }
  | { event: "came_while_away"; messages: number; since: string; until: string }
  | { event: "not_fetched"; since: string; until: string }
  | { event: "handed_over"; to: "business" | "agent"; cause: string; note?: string; summary?: string }
);

export type SystemEvent = SystemContent["event"];

type Json = Record<string, unknown>;
/** What happened, and the words that belong to it: those that somebody gave a group, or the people it is about. */
type Words = [what: string, said?: unknown];

const WORDS: Readonly<Record<SystemEvent, (content: Json) => Words>> = {
  number_changed: ({ to }) => ["Changed their number", `+${to}`],
  chat_opened: () => ["Opened the chat for the first time"],
  user_id_changed: () => ["Has another WhatsApp id"],
  identity_changed: () => ["Security code changed"],
  timer_changed: ({ seconds }) =>
    seconds === 0
      ? ["Messages no longer disappear"]
      : [`Messages disappear after ${spanOf(Number(seconds))}`],
  group_created: ({ subject }) => ["Group created", subject],
  subject_changed: ({ subject }) => ["Subject changed", subject],
  description_changed: ({ description }) => [
    description === null ? "Description removed" : "Description changed",
    description,
  ],
  picture_changed: () => ["Picture changed"],
  only_admins_write: ({ on }) => [on === true ? "Only admins may write" : "Everybody may write"],
  only_admins_edit: ({ on }) => [
    on === true ? "Only admins may change the group" : "Everybody may change the group",
  ],
  group_suspended: ({ on }) => [
    on === true ? "WhatsApp suspended the group" : "The group is no longer suspended",
  ],
  group_deleted: () => ["Group deleted"],
  people_added: ({ people }) => ["Added", namesOf(people)],
  people_removed: ({ people }) => ["Removed", namesOf(people)],
  people_joined: ({ people }) => ["Joined", namesOf(people)],
  people_left: ({ people }) => ["Left", namesOf(people)],
  join_requested: ({ people }) => ["Asked to join", namesOf(people)],
  join_request_withdrawn: ({ people }) => ["No longer asks to join", namesOf(people)],
  admins_made: ({ people }) => ["Made admin", namesOf(people)],
  admins_unmade: ({ people }) => ["No longer admin", namesOf(people)],
  came_while_away: ({ messages }) => [
    `${messages} ${messages === 1 ? "message" : "messages"} came while Waypost was away`,
  ],
  not_fetched: ({ since, until }) => [
    `Messages between ${since} and ${until} could not be fetched from the phone`,
  ],
  handed_over: ({ to, cause, note, summary }) => {
    const gaveItself = cause === "passed" ? "Handed over by Meta's agent" : "Taken over from Meta's agent";
    return [to === "agent" ? "Handed over to Meta's agent" : gaveItself, summary ?? note];
  },
};

/** What a system message says: what happened, and the words that belong to it. */
export function systemWords(content: Json): Words {
  const event = String(content.event);
  return Object.hasOwn(WORDS, event)
    ? WORDS[event as SystemEvent](content)
    : ["System message", content.body];
}

function namesOf(people: unknown): string {
  const named = Array.isArray(people) ? (people as GroupPerson[]) : [];
  return named.map(({ phone, address }) => (phone === null ? address : `+${phone}`)).join(", ");
}

const UNITS: readonly [seconds: number, one: string, many: string][] = [
  [86_400, "day", "days"],
  [3600, "hour", "hours"],
  [60, "minute", "minutes"],
  [1, "second", "seconds"],
];

function spanOf(seconds: number): string {
  const [size, one, many] = UNITS.find(([size]) => seconds % size === 0) ?? [1, "second", "seconds"];
  const count = seconds / size;
  return `${count} ${count === 1 ? one : many}`;
}
