/** People at a terminal use the CLI's own commands, which repeat requests without a response. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LiveOrganization, World } from "./world.ts";

/** How often somebody tries again whose command failed. */
const PAUSE_MS = 1000;

// biome-ignore lint/suspicious/noExplicitAny: it reads records of every shape
type Body = any;

/** Runs a command through one of the daemons; the record that it printed, or null when it failed. */
export async function command(
  world: World,
  { key }: LiveOrganization,
  ...words: string[]
): Promise<Body | null> {
  const daemon = world.random.between(0, world.stage.daemons.length - 1);
  const { code, printed } = await world.stage.waypost(daemon, key.secret, ...words, "--json");
  return code === 0 ? JSON.parse(printed) : null;
}

/** The same again and again, until it succeeds; null when the world ends first. */
async function insistOn(world: World, organization: LiveOrganization, ...words: string[]) {
  while (!world.isOver()) {
    const record = await command(world, organization, ...words);
    if (record !== null) return record;
    await Bun.sleep(PAUSE_MS);
  }
  return null;
}

/** Imports a file of contacts; its import, as it was accepted. */
export async function importFile(world: World, organization: LiveOrganization, text: string) {
  const file = join(world.stage.folder, `${organization.label}.csv`);
  writeFileSync(file, text);
  return await insistOn(world, organization, "contacts", "import", file, "--yes", "--detach");
}

/** Makes a broadcast of a template to these contacts, and starts it; its id. */
export async function broadcastTo(
  world: World,
  organization: LiveOrganization,
  { channel, contacts }: { channel: string; contacts: string[] },
): Promise<string | null> {
  const message = ["--channel", channel, "--template", "order_update"];
  const values = ["--param", "{name|there}", "--param", "today"];
  const audience = contacts.flatMap((id) => ["--contact", id]);
  const create = ["broadcasts", "create", "--name", "News", ...message, ...values, ...audience, "--yes"];
  const draft = await insistOn(world, organization, ...create);
  if (draft === null) return null;
  while (!world.isOver()) {
    if ((await command(world, organization, "broadcasts", "start", draft.id)) !== null) return draft.id;
    // its response may have been lost: then the next one is refused
    const found = await command(world, organization, "broadcasts", "get", draft.id);
    if (found !== null && found.status !== "draft") return draft.id;
    await Bun.sleep(PAUSE_MS);
  }
  return null;
}
