import { child, node, text } from "../wire/nodes.ts";
import type { Query, QueryResult } from "./query.ts";

/** The side of the largest picture that WhatsApp's own apps give. */
const MOST_SIDE = 640;

/** The address of a number's picture, or another one for the account (Baileys: `profilePictureUrl` in Socket/chats.js). */
export function pictureResult(query: Query): QueryResult | Promise<QueryResult> {
  const { world, iq } = query;
  if (iq.attrs.type === "set") return iq.attrs.target === undefined ? setPicture(query) : [];
  const number = world.phones.numberAt(iq.attrs.target);
  const picture = number === undefined ? undefined : world.people.profile(number).picture;
  if (picture === undefined) return { code: 404, text: "item-not-found" };
  const type = child(iq, "picture")?.attrs.type ?? "preview";
  return [node("picture", { id: picture.id, type, url: picture.url, direct_path: directPath(picture.url) })];
}

/** Takes a square JPEG, as apps give it; of other files nothing is known, so they are refused. */
async function setPicture({ world, online, iq }: Query): Promise<QueryResult> {
  const { number } = online.companion.account;
  const given = child(iq, "picture")?.content;
  if (given === undefined) {
    world.people.changeProfile(number, { picture: null });
    return [];
  }
  const { width, height, format } = await new Bun.Image(given as Uint8Array<ArrayBuffer>).metadata();
  if (format !== "jpeg" || width !== height || width > MOST_SIDE)
    return { code: 406, text: "not-acceptable" };
  const id = Bun.hash(given as Uint8Array).toString();
  world.people.changeProfile(number, { picture: id });
  return [node("picture", { id })];
}

/** What the account says about itself (Baileys: `updateProfileStatus` in Socket/chats.js). */
export function statusResult({ world, online, iq }: Query): QueryResult {
  if (iq.attrs.type === "set")
    world.people.changeProfile(online.companion.account.number, { about: text(child(iq, "status")) });
  return [];
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
