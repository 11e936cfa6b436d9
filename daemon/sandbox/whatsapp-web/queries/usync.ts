import type { BinaryNode } from "baileys";
import { ownNumber } from "../../memory/own-number.ts";
import { lidJid, parseAddress, phoneJid } from "../wire/jids.ts";
import { child, children, node, seconds, text } from "../wire/nodes.ts";
import type { World } from "../world.ts";
import type { Query, QueryResult } from "./query.ts";

/** Asks about one user: number is undefined when nobody has that address. */
type Lookup = {
  world: World;
  user: BinaryNode;
  jid: string | undefined;
  number: string | undefined;
  /** Asked for by a user name whose PIN was not given. */
  lacksPin?: boolean;
};

/** The result of each protocol of a usync query (Baileys: WAUSync/Protocols). */
const PROTOCOLS: Record<string, (lookup: Lookup) => BinaryNode | undefined> = {
  contact: contactNode,
  devices: devicesNode,
  lid: lidNode,
  status: statusNode,
  disappearing_mode: () => node("disappearing_mode", { duration: "0", t: "0" }),
  business: businessNode,
};

/** Who has WhatsApp, on which devices, under which LID, with which status text. */
export function usyncResult({ world, iq }: Query): QueryResult {
  const usync = child(iq, "usync");
  const protocols = children(child(usync, "query")).map(({ tag }) => tag);
  const users = children(child(usync, "list"), "user").map((user) => {
    const lookup = lookupOf(world, user);
    const parts = protocols.flatMap((protocol) => PROTOCOLS[protocol]?.(lookup) ?? []);
    return node("user", { jid: lookup.jid }, parts);
  });
  const { sid, mode, context } = usync?.attrs ?? {};
  const attributes = { sid, mode, context, index: "0", last: "true" };
  return [node("usync", attributes, [node("result", {}, []), node("list", {}, users)])];
}

/** A user is named by its address, or by a phone number or a user name in the `contact` part. */
function lookupOf(world: World, user: BinaryNode): Lookup {
  const { username, pin } = child(user, "contact")?.attrs ?? {};
  if (username !== undefined) return namedLookup(world, user, username, pin);
  const typed = text(child(user, "contact")).replace(/\D/g, "");
  const jid = user.attrs.jid ?? phoneJid(ownNumber(typed));
  const number = world.phones.numberAt(jid);
  const known = number !== undefined && world.people.isOnWhatsApp(number);
  return { world, user, jid, number: known ? number : undefined };
}

/** Who has a user name is answered by their LID; whose PIN was not given, without any address. */
function namedLookup(world: World, user: BinaryNode, name: string, pin: string | undefined): Lookup {
  const named = world.people.namedBy(name);
  const isKnown = named !== undefined && (named.pin === null || named.pin === pin);
  const jid = isKnown ? lidJid(world.people.lidOf(named.number)) : undefined;
  return {
    world,
    user,
    jid,
    number: isKnown ? named.number : undefined,
    lacksPin: !isKnown && named !== undefined,
  };
}

function contactNode({ user, number, lacksPin }: Lookup): BinaryNode {
  // how WhatsApp says so is not known: no public client shows it
  if (lacksPin) return node("contact", { type: "pin_required" });
  const typed = text(child(user, "contact"));
  const content = typed === "" ? undefined : Buffer.from(typed);
  return node("contact", { type: number === undefined ? "out" : "in" }, content);
}

function devicesNode({ world, number }: Lookup): BinaryNode {
  const simulated = number === undefined ? [] : world.people.devices(number);
  const linked = number === undefined ? [] : [...(world.phones.find(number)?.devices.values() ?? [])];
  const devices = [...simulated, ...linked].map(({ id, keyIndex }) =>
    node("device", { id: id.toString(), "key-index": id === 0 ? undefined : (keyIndex ?? id).toString() }),
  );
  return node("devices", {}, [node("device-list", {}, devices), node("key-index-list", { ts: seconds() })]);
}

/** Only for users queried by number: a query by LID has it. */
function lidNode({ world, jid, number }: Lookup): BinaryNode | undefined {
  if (number === undefined || parseAddress(jid)?.server === "lid") return undefined;
  return node("lid", { val: lidJid(world.people.lidOf(number)) });
}

function statusNode({ world, number }: Lookup): BinaryNode | undefined {
  const about = number === undefined ? undefined : world.people.profile(number).about;
  if (about === undefined) return node("status", { code: "401", t: "0" });
  return node("status", { t: seconds(about.setAt.getTime()) }, Buffer.from(about.text));
}

function businessNode({ world, number }: Lookup): BinaryNode | undefined {
  const business = number === undefined ? undefined : world.people.profile(number).business;
  if (business === undefined) return undefined;
  return node("business", {}, [node("verified_name", { name: business.verifiedName })]);
}
