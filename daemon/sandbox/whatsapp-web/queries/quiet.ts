import { children, node } from "../wire/nodes.ts";
import type { Query, QueryResult } from "./query.ts";

/** Queries to an account on which nothing ever happened: they succeed, and change nothing. */
export function emptyResult(): QueryResult {
  return [];
}

/** A server's switches: messages to people and pictures need no privacy token. */
export function propsResult(): QueryResult {
  return [node("props", { protocol: "1", hash: "sandbox", refresh: "86400" })];
}

const PRIVACY = ["last", "online", "profile", "status", "groupadd", "calladd", "readreceipts", "messages"];

/** Everybody may see everything. Tokens for contacts (`set`) are taken. */
export function privacyResult({ iq }: Query): QueryResult {
  if (iq.attrs.type === "set") return [];
  const categories = PRIVACY.map((name) => node("category", { name, value: "all" }));
  return [node("privacy", {}, categories)];
}

/** Whom the account blocked, or a change of that (Baileys: `updateBlockStatus` in Socket/chats.js). */
export function blocklistResult({ world: { blocked, phones }, online, iq }: Query): QueryResult {
  const { number } = online.companion.account;
  const [item] = children(iq);
  const person = phones.numberAt(item?.attrs.jid);
  if (iq.attrs.type === "set") {
    if (person === undefined) return { code: 400, text: "bad-request" };
    blocked.set(number, person, item?.attrs.action === "block");
    return [];
  }
  const items = blocked.of(number).map((one) => node("item", { jid: phones.phone(one).lid }));
  return [node("list", {}, items)];
}

/** No assistants to write to. */
export function botsResult(): QueryResult {
  return [node("bot", { v: "2" }, [])];
}

/** No products, and no collections of them. */
export function catalogueResult({ iq }: Query): QueryResult {
  const [query] = children(iq);
  return [node(query?.tag ?? "product_catalog", {}, [])];
}
