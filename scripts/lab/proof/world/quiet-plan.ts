/** A quiet organisation beside a loud one: few messages, at even times, and nothing that is slow by itself. */
import { numberOf } from "./habits.ts";
import type { ConversationPlan, OrganizationPlan } from "./organization-plan.ts";
import type { Random } from "./random.ts";

/** The label of the quiet organisation. */
export const QUIET = "cyra";
/** Each of its people is written to so often. */
const EVERY_MS = 2000;
/** The people that get bursts from the loud one have numbers from here on; all others have lower ones. */
const LOUD = { first: 60, people: 4, bursts: 3 };

/** It has one number, two people and one endpoint. */
export function planQuiet(random: Random, seconds: number): OrganizationPlan {
  const person = numberOf("reached", 50);
  const writes = everySoOften(random, seconds * 1000);
  return {
    ...{ label: QUIET, channels: [{ platform: "whatsapp_official", number: "15550992100" }] },
    conversations: [0, 1].map((n) => ({
      ...conversationWith(numberOf("reached", n)),
      messages: everySoOften(random, seconds * 1000).map((atMs) => ({
        ...({ atMs, manner: "single", priority: "normal" } as const),
      })),
    })),
    writers: [{ channel: 0, person, atMs: writes }],
    ...{ rearrangements: [], reveals: [], keys: [], import: null, broadcast: null },
    ...{ budget: null, isAway: true },
    stops: [{ channel: 0, person: numberOf("reached", 1), atMs: [random.between(2000, seconds * 800)] }],
    endpoints: [{ types: null, moods: [] }],
    readers: [{ isStream: true, everyEvents: 40 }],
  };
}

/** The same organisation, which also writes to many people in bursts. */
export function louder(random: Random, organization: OrganizationPlan, seconds: number): OrganizationPlan {
  const bursts = Array.from({ length: LOUD.people }, (_, n) => {
    const atMs = Array.from({ length: LOUD.bursts }, () => random.between(0, seconds * 1000));
    const messages = atMs
      .toSorted((one, other) => one - other)
      .map((at) => ({ ...({ atMs: at, manner: "burst", priority: "normal" } as const) }));
    return { ...conversationWith(numberOf("reached", LOUD.first + n)), messages };
  });
  return { ...organization, conversations: [...organization.conversations, ...bursts] };
}

function conversationWith(person: string): Omit<ConversationPlan, "messages"> {
  return { channel: 0, person, habit: "reached", isSuppressed: false };
}

function everySoOften(random: Random, totalMs: number): number[] {
  const first = random.between(0, EVERY_MS);
  return Array.from({ length: Math.floor(totalMs / EVERY_MS) }, (_, nth) => first + nth * EVERY_MS);
}
