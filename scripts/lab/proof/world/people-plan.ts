/** People who are two contacts until somebody, or WhatsApp, makes them one. */
import { numberOf } from "./habits.ts";
import type { ConversationPlan, OrganizationPlan } from "./organization-plan.ts";
import type { Random } from "./random.ts";

/** The first number of these people; others have lower ones. */
const FIRST = 80;
/** So many hide their numbers until they share them, all at once. */
const HIDDEN = 3;
/** The channel on which people hide their numbers: the official one. */
const HIDING = 0;

/** An organisation with people whose contacts are merged, deleted, and revealed to be one. */
export function withPeople(
  random: Random,
  organization: OrganizationPlan,
  seconds: number,
): OrganizationPlan {
  const plan = {
    ...organization,
    conversations: [...organization.conversations],
    writers: [...organization.writers],
  };
  for (let n = 0; n < random.between(1, 2); n++) {
    const channel = random.between(0, plan.channels.length - 1);
    const [one, other] = [numberOf("reached", FIRST + 2 * n), numberOf("reached", FIRST + 2 * n + 1)];
    for (const person of [one, other]) {
      plan.conversations.push(conversationWith(random, { channel, person, seconds }));
      plan.writers.push({ channel, person, atMs: moments(random, seconds, 2, seconds / 3) });
    }
    plan.rearrangements.push({ people: [one, other], atMs: moments(random, seconds, 3, seconds / 4) });
  }
  const numbers = Array.from({ length: HIDDEN }, (_, n) => numberOf("reached", FIRST + 10 + n));
  for (const number of numbers) {
    plan.conversations.push(conversationWith(random, { channel: HIDING, person: number, seconds }));
    const atMs = moments(random, seconds, 4, seconds / 2);
    plan.writers.push({ channel: HIDING, person: `US.${number}`, atMs });
  }
  const people = numbers.map((number) => `US.${number}`);
  plan.reveals.push({ channel: HIDING, people, atMs: moments(random, seconds, 1, 2) });
  return plan;
}

function conversationWith(
  random: Random,
  { channel, person, seconds }: { channel: number; person: string; seconds: number },
): ConversationPlan {
  const messages = moments(random, seconds, 6, seconds).map((atMs) => ({
    ...{ atMs, manner: random.pick(["single", "single", "batch", "reply"] as const) },
    priority: "normal" as const,
  }));
  return { channel, person, habit: "reached", isSuppressed: false, messages };
}

/** From `least` to `most` times within so many seconds, in order. */
function moments(random: Random, seconds: number, least: number, most: number): number[] {
  const count = random.between(least, Math.max(least, Math.ceil(most)));
  return Array.from({ length: count }, () => random.between(0, seconds * 1000)).sort(
    (one, other) => one - other,
  );
}
