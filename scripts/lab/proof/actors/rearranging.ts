/** Who merges contacts and deletes them, while messages come and go. */

import { hiddenNumber } from "../../../../daemon/sandbox/graph/messages/recipients.ts";
import type { RearrangementPlan, RevealPlan } from "../world/organization-plan.ts";
import { type Answer, insist } from "./api.ts";
import { order } from "./sandbox.ts";
import type { LiveOrganization, World } from "./world.ts";

/** Makes two people one contact as often as the plan says; where they are one already, deletes it. */
export async function rearrange(
  world: World,
  organization: LiveOrganization,
  { people, atMs }: RearrangementPlan,
): Promise<void> {
  for (const [n, at] of atMs.entries()) {
    await world.until(at);
    if (world.isOver()) return;
    const [kept, gone] = await Promise.all(people.map((person) => contactOf(world, organization, person)));
    if (kept == null || gone == null) continue;
    if (kept !== gone) await merge(world, organization, { kept, gone, n });
    else await insist(world, organization.key, "DELETE", `/v1/contacts/${kept}`);
  }
}

async function contactOf(world: World, { key }: LiveOrganization, person: string): Promise<string | null> {
  const answer = await insist(world, key, "GET", `/v1/contacts/phone/${person}`);
  return answer?.status === 200 ? answer.body.id : null;
}

async function merge(
  world: World,
  { key, label }: LiveOrganization,
  { kept, gone, n }: { kept: string; gone: string; n: number },
): Promise<Answer | null> {
  const extras = { idempotencyKey: `merge ${n} of ${gone} into ${kept}` };
  const answer = await insist(world, key, "POST", `/v1/contacts/${kept}/merge`, { contact_id: gone }, extras);
  if (answer?.status === 200) world.history.merges.push({ organization: label, kept, gone, at: world.now() });
  return answer;
}

/**
 * People who hide their numbers share them at these times, in one inbound call: contacts known by these are one with them
 * from then on.
 */
export async function reveal(
  world: World,
  { channels, label }: LiveOrganization,
  { channel, people, atMs }: RevealPlan,
): Promise<void> {
  for (const at of atMs) {
    await world.until(at);
    if (world.isOver()) return;
    const phone_number_id = channels[channel]?.phoneNumberId;
    const share = (from: string) =>
      order(world, "POST", "inbound", { from, kind: "contact_request", phone_number_id });
    const shared = await Promise.all(people.map(share));
    world.signal("inbound");
    for (const [n, person] of people.entries())
      if (shared[n] !== null)
        world.history.reveals.push({ organization: label, person, number: hiddenNumber(person) });
  }
}
