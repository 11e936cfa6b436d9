import type { BinaryNode } from "baileys";
import { Refusal } from "../faults/refusal.ts";
import { child, children, node } from "../wire/nodes.ts";
import type { Query, QueryResult } from "./query.ts";

/**
 * The phone's changes since the versions that the companion has. The companion's own changes reach the phone and the
 * other companions (Baileys: `resyncAppState` and `appPatch` in Socket/chats.js).
 */
export async function appStateResult(query: Query): Promise<QueryResult> {
  const requested = children(child(query.iq, "sync"), "collection");
  try {
    return [node("sync", {}, await Promise.all(requested.map((collection) => changesTo(query, collection))))];
  } catch (cause) {
    if (cause instanceof Refusal) return { code: cause.status, text: "conflict" };
    throw cause;
  }
}

async function changesTo({ world, online }: Query, collection: BinaryNode): Promise<BinaryNode> {
  const { name = "", version = "0" } = collection.attrs;
  const result = (reached: number, content: BinaryNode[]) =>
    node("collection", { name, type: "result", version: String(reached) }, content);
  const patches = children(collection, "patch").map(({ content }) => content as Uint8Array);
  if (patches.length > 0) {
    const given = { name, version: Number(version), patches };
    return result(await world.people.takeAppState(online.companion, given), []);
  }
  const { number } = online.companion.account;
  const changes = await world.people.appStateAfter(number, name, Number(version));
  const news = changes.map((change) => node("patch", {}, change));
  return result(Number(version) + changes.length, news.length === 0 ? [] : [node("patches", {}, news)]);
}
