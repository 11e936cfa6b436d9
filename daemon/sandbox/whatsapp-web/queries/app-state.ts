import type { BinaryNode } from "baileys";
import { child, children, node } from "../wire/nodes.ts";
import type { Query } from "./query.ts";

/**
 * The phone's changes since the versions that the companion has. The companion's own changes are accepted, and not
 * passed on; a name is the account's from then on (Baileys: `resyncAppState` and `appPatch` in Socket/chats.js).
 */
export async function appStateResult(query: Query): Promise<BinaryNode[]> {
  const requested = children(child(query.iq, "sync"), "collection");
  return [node("sync", {}, await Promise.all(requested.map((collection) => changesTo(query, collection))))];
}

async function changesTo({ world, online }: Query, collection: BinaryNode): Promise<BinaryNode> {
  const { name = "", version = "0" } = collection.attrs;
  const given = children(collection, "patch");
  const added = given.length;
  const { number } = online.companion.account;
  await world.people.takeAppState(
    number,
    given.map(({ content }) => content as Uint8Array),
  );
  const changes = added > 0 ? [] : await world.people.appStateAfter(number, name, Number(version));
  const reached = (Number(version) + added + changes.length).toString();
  const patches = changes.map((change) => node("patch", {}, change));
  const content = patches.length === 0 ? [] : [node("patches", {}, patches)];
  return node("collection", { name, type: "result", version: reached }, content);
}
