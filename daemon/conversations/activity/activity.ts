import type { Sql } from "../../../db/connection/client.ts";
import { notifyActivity } from "../../../db/conversations/activity.ts";
import { type Passing, type PassingReader, passingMessage } from "../../events/passing.ts";
import { createPresentPeople, type Doing, type Place } from "./present.ts";
import type { Present } from "./record.ts";

/** Who looks at which conversation and who types, over all daemons: in memory, and passed on by notifications. */
export type Activity = Passing & {
  /** Says what somebody does, and resolves with all who are there. */
  say(doing: Doing): Promise<Present[]>;
  /** Takes a notification of any daemon, this one included. */
  receive(payload: string): void;
  /** Forgets everybody. */
  stop(): void;
};

/** The same said again sooner is known everywhere already. */
const NEWS_MS = 1000;

type Follower = PassingReader & { places: Map<string, Place>; wake: () => void };

export function createActivity(sql: Sql): Activity {
  const followers = new Set<Follower>();
  const people = createPresentPeople((place) => {
    for (const follower of followers) {
      if (!isFor(follower, place)) continue;
      // one that reads slowly gets the newest of each conversation
      follower.places.set(place.conversationId, place);
      follower.wake();
    }
  });

  return {
    async say(doing) {
      const { place, id, name, state } = doing;
      // noted when the notification is back: all daemons take all of them in one order
      if (!people.knows(doing, NEWS_MS)) await notifyActivity(sql, JSON.stringify(doing));
      const others = people.of(place).filter((one) => one.id !== id);
      return state === null ? others : [...others, { id, name, state }];
    },
    receive: (payload) => people.note(JSON.parse(payload) as Doing),
    follow(reader, wake) {
      const follower: Follower = { ...reader, places: new Map(), wake };
      followers.add(follower);
      return {
        take() {
          const places = [...follower.places.values()];
          follower.places.clear();
          return places.map((place) => messageOf(place, people.of(place))).join("");
        },
        close: () => void followers.delete(follower),
      };
    },
    stop: people.clear,
  };
}

function isFor({ organizationId, channelIds }: PassingReader, place: Place): boolean {
  return (
    organizationId === place.organizationId && (channelIds === null || channelIds.includes(place.channelId))
  );
}

function messageOf({ conversationId }: Place, users: readonly Present[]): string {
  return passingMessage("conversation.activity", { conversation_id: conversationId, users });
}
