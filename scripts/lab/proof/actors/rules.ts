/** What an organisation has done by itself: answers outside of its hours, and confirmations of STOP and START. */
import type { StopPlan } from "../world/organization-plan.ts";
import { insist } from "./api.ts";
import { order } from "./sandbox.ts";
import { must } from "./set-up.ts";
import type { LiveOrganization, World } from "./world.ts";

const PAUSE_MS = 300;
const SUPPRESSED_MS = { least: 1000, most: 4000 };

/** It opens for a minute the day after tomorrow. Until then, each person who writes is answered once. */
export async function closeForToday(world: World, { key, label }: LiveOrganization): Promise<void> {
  const day = new Date(Date.now() + 2 * 86_400_000).toLocaleDateString("en", {
    weekday: "short",
    timeZone: "UTC",
  });
  const days = [{ day: day.toLowerCase(), from: "12:00", to: "12:01" }];
  const away = { text: "We are back in two days." };
  await must(world, key, "PUT", "/v1/settings/inbox", { hours: { zone: "UTC", days }, away });
  world.history.away.push(label);
}

/** Somebody writes STOP, and START after a while; each when it is known what became of the one before. */
export async function stopAndStart(
  world: World,
  organization: LiveOrganization,
  { channel, person, atMs }: StopPlan,
): Promise<void> {
  const phone_number_id = organization.channels[channel]?.phoneNumberId;
  const { label } = organization;
  const say = async (text: string) => {
    await order(world, "POST", "inbound", { from: person, text, phone_number_id });
    world.history.words.push({ text, organization: label, person, at: world.now() });
    world.signal("inbound");
  };
  for (const at of atMs) {
    await world.until(at);
    if (world.isOver()) return;
    await say("STOP");
    if (!(await becomes(world, organization, person, true))) return;
    const suppression = { organization: label, person, at: world.now(), until: Infinity };
    world.history.suppressions.push(suppression);
    await Bun.sleep(world.random.between(SUPPRESSED_MS.least, SUPPRESSED_MS.most));
    suppression.until = world.now();
    await say("START");
    if (!(await becomes(world, organization, person, false))) return;
  }
}

/** Waits until somebody is suppressed, or no longer; false when the world ends first. */
async function becomes(world: World, { key }: LiveOrganization, person: string, wanted: boolean) {
  while (!world.isOver()) {
    const known = await insist(world, key, "GET", `/v1/contacts/phone/${person}`);
    const path = `/v1/contacts/${known?.body?.id}/suppressions`;
    const found = known?.status === 200 ? await insist(world, key, "GET", path) : null;
    if (found?.status === 200 && found.body.data.length > 0 === wanted) return true;
    await Bun.sleep(PAUSE_MS);
  }
  return false;
}

// biome-ignore lint/suspicious/noExplicitAny: it reads records of every shape
type Row = any;

/** What is sent by itself has the same words each time: it goes by its id. */
export function automaticText(label: string, { author, id }: Row): string | null {
  return isAutomatic(author?.kind) ? `${label} ${author.kind} ${id}` : null;
}

function isAutomatic(kind: string | undefined): boolean {
  return kind === "away" || kind === "opt_out";
}
