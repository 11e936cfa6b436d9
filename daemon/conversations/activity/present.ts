import { ACTIVITY_SECONDS, type ActivityState, type Present } from "./record.ts";

/** One conversation of an organisation, and its channel. */
export type Place = { organizationId: string; channelId: string; conversationId: string };

/** What somebody does in a conversation now; null when they have left. */
export type Doing = { place: Place; id: string; name: string; state: ActivityState | null };

/** Who is in which conversation, as this daemon knows. */
export type PresentPeople = {
  /** Notes what somebody does, for 15 seconds. */
  note(doing: Doing): void;
  /** Those in a conversation, by name. */
  of(place: Place): Present[];
  /** Whether it was noted less than so many milliseconds ago that somebody does this. */
  knows(doing: Doing, within: number): boolean;
  /** Forgets everybody. */
  clear(): void;
};

type Known = Present & { at: number; leaving: NodeJS.Timeout };

/** Nobody is anywhere at first; `changed` is called when somebody comes, does something else or leaves. */
export function createPresentPeople(changed: (place: Place) => void): PresentPeople {
  const conversations = new Map<string, Map<string, Known>>();
  const keyOf = ({ organizationId, conversationId }: Place) => `${organizationId} ${conversationId}`;

  function leave(place: Place, id: string): void {
    const people = conversations.get(keyOf(place));
    const known = people?.get(id);
    if (people === undefined || known === undefined) return;
    clearTimeout(known.leaving);
    people.delete(id);
    if (people.size === 0) conversations.delete(keyOf(place));
    changed(place);
  }

  return {
    note({ place, id, name, state }) {
      if (state === null) return leave(place, id);
      const people = conversations.get(keyOf(place)) ?? new Map<string, Known>();
      conversations.set(keyOf(place), people);
      const before = people.get(id);
      clearTimeout(before?.leaving);
      const leaving = setTimeout(leave, ACTIVITY_SECONDS * 1000, place, id);
      people.set(id, { id, name, state, at: performance.now(), leaving });
      if (before?.state !== state || before.name !== name) changed(place);
    },
    of(place) {
      const people = [...(conversations.get(keyOf(place))?.values() ?? [])];
      return people
        .map(({ id, name, state }) => ({ id, name, state }))
        .sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id));
    },
    knows({ place, id, state }, within) {
      const known = conversations.get(keyOf(place))?.get(id);
      if (known === undefined) return state === null;
      return known.state === state && performance.now() - known.at < within;
    },
    clear() {
      for (const people of conversations.values())
        for (const { leaving } of people.values()) clearTimeout(leaving);
      conversations.clear();
    },
  };
}
