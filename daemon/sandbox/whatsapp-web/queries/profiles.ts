import { child, node } from "../wire/nodes.ts";
import type { Query, QueryResult } from "./query.ts";

/** The address of a number's picture (Baileys: `profilePictureUrl` in Socket/chats.js). */
export function pictureResult({ world, iq }: Query): QueryResult {
  if (iq.attrs.type === "set") return [];
  const number = world.phones.numberAt(iq.attrs.target);
  const picture = number === undefined ? undefined : world.people.profile(number).picture;
  if (picture === undefined) return { code: 404, text: "item-not-found" };
  const type = child(iq, "picture")?.attrs.type ?? "preview";
  return [node("picture", { id: picture.id, type, url: picture.url, direct_path: directPath(picture.url) })];
}

/** The part of a file's address that does not say on which host it is. */
function directPath(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** A business's profile (Baileys: `getBusinessProfile` in Socket/chats.js); with nothing in it for everyone else. */
export function businessResult({ world, iq }: Query): QueryResult {
  const jid = child(child(iq, "business_profile"), "profile")?.attrs.jid;
  const number = world.phones.numberAt(jid);
  const business = number === undefined ? undefined : world.people.profile(number).business;
  if (business === undefined) return [node("business_profile", { v: "244" }, [node("profile", { jid })])];
  const { description, address, email, website = [] } = business;
  const field = (tag: string, value: string | undefined) =>
    value === undefined ? [] : [node(tag, {}, Buffer.from(value))];
  const fields = [
    ...field("description", description),
    ...field("address", address),
    ...field("email", email),
    ...website.flatMap((url) => field("website", url)),
    node("categories", {}, [node("category", { id: "1" }, Buffer.from("Other"))]),
  ];
  return [node("business_profile", { v: "244" }, [node("profile", { jid }, fields)])];
}
