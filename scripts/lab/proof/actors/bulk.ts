/** Imports of contacts, and broadcasts. */
import type { BroadcastEnd, ImportEnd } from "../history/history.ts";
import { insist, readAll } from "./api.ts";
import { broadcastTo, importFile } from "./terminal.ts";
import type { LiveOrganization, World } from "./world.ts";

/** A file of contacts of one tag. */
export async function importContacts(
  world: World,
  organization: LiveOrganization,
  { atMs, rows, isByTerminal }: { atMs: number; rows: number; isByTerminal: boolean },
): Promise<void> {
  await world.until(atMs);
  const { key, label } = organization;
  const lines = Array.from(
    { length: rows },
    (_, n) => `+${numberOf(organization, n)},${label} row ${n},imported`,
  );
  const file = `phone_number,name,tags\n${lines.join("\n")}\n`;
  const extras = { idempotencyKey: `import of ${label}`, contentType: "text/csv" };
  const accepted = isByTerminal
    ? await importFile(world, organization, file)
    : (await insist(world, key, "POST", "/v1/contacts/import", file, extras))?.body;
  if (accepted?.id === undefined) return;
  const counts = { records: 0, created: 0, updated: 0, unchanged: 0, refused: 0 };
  world.history.imports.push({
    ...{ id: accepted.id, organization: label, status: "queued", rows, counts, contacts: [] },
  });
}

/** Records the result of an import. */
export async function readImport(world: World, { key }: LiveOrganization, one: ImportEnd): Promise<void> {
  const answer = await insist(world, key, "GET", `/v1/contacts/imports/${one.id}`);
  if (answer?.status !== 200) return;
  const { status, records, created, updated, unchanged, refused } = answer.body;
  Object.assign(one, { status, counts: { records, created, updated, unchanged, refused } });
  const found = Map.groupBy(await readAll(world, key, "/v1/contacts?tag=imported"), ({ name }) => name);
  const label = one.organization;
  one.contacts = Array.from({ length: one.rows }, (_, n) => found.get(`${label} row ${n}`)?.length ?? 0);
}

/** A broadcast to people who are added for it. */
export async function broadcast(
  world: World,
  organization: LiveOrganization,
  { atMs, people, isByTerminal }: { atMs: number; people: number; isByTerminal: boolean },
): Promise<void> {
  await world.until(atMs);
  const { key, label, channels } = organization;
  const ask = (path: string, body: object, name: string) =>
    insist(world, key, "POST", path, body, { idempotencyKey: `${name} of ${label}` });
  await ask("/v1/templates/sync", { channel_id: channels[0]?.id }, "sync");
  const ids: string[] = [];
  for (let n = 0; n < people; n++) {
    const person = { phone_number: `+${numberOf(organization, 5000 + n)}`, name: `${label} reader ${n}` };
    const made = await ask("/v1/contacts", person, `reader ${n}`);
    if (made !== null && made.status < 300) ids.push(made.body.id);
  }
  if (ids.length === 0) return;
  const channel = channels[0]?.id ?? "";
  const id = isByTerminal
    ? await broadcastTo(world, organization, { channel, contacts: ids })
    : await broadcastByRequests(world, { channel, contacts: ids }, ask);
  if (id === null) return;
  world.history.broadcasts.push({
    ...{ id, organization: label, status: "running", audience: 0, states: {}, people: [] },
  });
}

/** Makes a draft and starts it; its id. */
async function broadcastByRequests(
  world: World,
  { channel, contacts }: { channel: string; contacts: string[] },
  ask: (path: string, body: object, name: string) => ReturnType<typeof insist>,
): Promise<string | null> {
  const template = { name: "order_update", language: "en_US", parameters: PARAMETERS };
  const draft = { name: "News", channel_id: channel, template, audience: { contact_ids: contacts } };
  const made = await untilMade(world, () => ask("/v1/broadcasts", draft, "broadcast"));
  if (made === null) return null;
  const started = await ask(`/v1/broadcasts/${made}/start`, {}, "start");
  return started === null || started.status >= 300 ? null : made;
}

const PARAMETERS = { body: [{ field: "name", fallback: "there" }, "today"] };

/** A draft is refused until the templates of the account are known. */
async function untilMade(world: World, make: () => ReturnType<typeof insist>): Promise<string | null> {
  while (!world.isOver()) {
    const made = await make();
    if (made?.status === 201) return made.body.id;
    await Bun.sleep(500);
  }
  return null;
}

/** Records the result of a broadcast. */
export async function readBroadcast(
  world: World,
  { key }: LiveOrganization,
  one: BroadcastEnd,
): Promise<void> {
  const answer = await insist(world, key, "GET", `/v1/broadcasts/${one.id}`);
  if (answer?.status !== 200) return;
  const { audience, replied: _, opted_out: __, ...states } = answer.body.counts;
  const messages = await readAll(world, key, `/v1/messages?broadcast_id=${one.id}`);
  Object.assign(one, { status: answer.body.status, audience, states, people: messages.map(({ to }) => to) });
}

/** Numbers of their own for each organisation, of people who read everything. */
function numberOf({ plan }: LiveOrganization, n: number): string {
  return `1415${plan.label === "anna" ? 555 : 556}${String(n).padStart(4, "0")}`;
}
