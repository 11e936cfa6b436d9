import { child, children, node } from "../wire/nodes.ts";
import type { Answer, Query } from "./query.ts";

/** Queries to an account on which nothing ever happened: they are answered, and change nothing. */
export function answerWithNothing(): Answer {
  return [];
}

/** A server's switches: messages to people and pictures need no privacy token. */
export function answerProps(): Answer {
  return [node("props", { protocol: "1", hash: "sandbox", refresh: "86400" })];
}

const PRIVACY = ["last", "online", "profile", "status", "groupadd", "calladd", "readreceipts", "messages"];

/** Everybody may see everything. Tokens for contacts (`set`) are taken. */
export function answerPrivacy({ iq }: Query): Answer {
  if (iq.attrs.type === "set") return [];
  const categories = PRIVACY.map((name) => node("category", { name, value: "all" }));
  return [node("privacy", {}, categories)];
}

/** Nobody is blocked. */
export function answerBlocklist({ iq }: Query): Answer {
  return iq.attrs.type === "set" ? [] : [node("list", {}, [])];
}

/** No assistants to write to. */
export function answerBots(): Answer {
  return [node("bot", { v: "2" }, [])];
}

/** No products, and no collections of them. */
export function answerCatalogue({ iq }: Query): Answer {
  const [asked] = children(iq);
  return [node(asked?.tag ?? "product_catalog", {}, [])];
}

/** No groups: the list is empty, and there is no group to ask about. */
export function answerGroups({ iq }: Query): Answer {
  if (child(iq, "participating") !== undefined) return [node("groups", {}, [])];
  return { code: 404, text: "item-not-found" };
}

/**
 * No changes: every collection is as the client has it, and what it adds is taken
 * (Baileys: `resyncAppState` and `appPatch` in Socket/chats.js).
 */
export function answerAppState({ iq }: Query): Answer {
  const collections = children(child(iq, "sync"), "collection").map((collection) => {
    const { name, version = "0" } = collection.attrs;
    const patches = children(collection, "patch").length;
    return node("collection", { name, type: "result", version: (Number(version) + patches).toString() });
  });
  return [node("sync", {}, collections)];
}
