import type { Clock } from "../clock.ts";

/** Who holds a thread: Meta's agent, the app, or nobody, so that the next message goes to the agent again. */
export type Owner = "agent" | "app" | null;

/** The threads of numbers with an agent, by number and person. */
export type Threads = {
  owner(phoneId: string, person: string): Owner;
  give(phoneId: string, person: string, owner: Owner): void;
  /** The person wrote. */
  heard(phoneId: string, person: string): void;
  clear(): void;
};

/** A thread is nobody's when its person has not written for so long (Meta, "Conversation Routing", thread lifecycle). */
const IDLE_MS = 24 * 3600_000;

export function createThreads(clock: Clock): Threads {
  const known = new Map<string, { owner: Owner; at: number }>();
  const key = (phoneId: string, person: string) => `${phoneId} ${person}`;
  return {
    owner(phoneId, person) {
      const thread = known.get(key(phoneId, person));
      return thread === undefined || clock.now() - thread.at > IDLE_MS ? null : thread.owner;
    },
    give(phoneId, person, owner) {
      known.set(key(phoneId, person), { owner, at: clock.now() });
    },
    heard(phoneId, person) {
      const thread = known.get(key(phoneId, person));
      if (thread !== undefined) thread.at = clock.now();
    },
    clear: () => known.clear(),
  };
}
