import type { BinaryNode } from "baileys";
import type { Baileys } from "../libraries.ts";
import type { Device, Keep } from "../link.ts";

/** Stanzas that wait for a companion's receipt or ack, oldest first. */
export type Outbox = {
  add(device: Device, stanza: BinaryNode): void;
  /**
   * The stanzas to send at a login. A message to many that the companion has refused comes alone: WhatsApp holds back
   * the rest until it is acknowledged (Baileys, pull request 2779).
   */
  waiting(device: Device): BinaryNode[];
  holdsBack(device: Device): boolean;
  /** Takes out what an `<ack>` or a `<receipt>` of the companion settles. */
  settle(device: Device, settling: BinaryNode): void;
  forget(device: Device): void;
};

const PREFIX = "outbox/";

/** Reads what `keep` still holds, and keeps every stanza there until it is settled. */
export async function createOutbox(wa: Baileys, keep: Keep): Promise<Outbox> {
  const queues = await load(wa, keep);
  const refused = new Map<string, BinaryNode>();
  let last = 0;
  for (const queue of queues.values()) for (const place of queue.keys()) last = Math.max(last, place);
  const queueOf = (device: Device): Map<number, BinaryNode> => {
    const queue = queues.get(device.jid) ?? new Map<number, BinaryNode>();
    queues.set(device.jid, queue);
    return queue;
  };
  const remove = (device: Device, place: number) => {
    queueOf(device).delete(place);
    keep.delete(nameOf(device.jid, place));
  };
  return {
    add(device, stanza) {
      last += 1;
      queueOf(device).set(last, stanza);
      keep.set(nameOf(device.jid, last), wa.encodeBinaryNode(stanza).toString("base64"));
    },
    waiting(device) {
      const first = refused.get(device.jid);
      return first === undefined ? [...queueOf(device).values()] : [first];
    },
    holdsBack: (device) => refused.has(device.jid),
    settle(device, settling) {
      const ids = settledIds(settling);
      if (ids.includes(refused.get(device.jid)?.attrs.id ?? "")) refused.delete(device.jid);
      for (const [place, stanza] of queueOf(device)) {
        if (!ids.includes(stanza.attrs.id ?? "") || !settles(settling, stanza)) continue;
        if (settling.attrs.error !== undefined && isToMany(stanza))
          return void refused.set(device.jid, stanza);
        remove(device, place);
        if (ids.length === 1) return;
      }
    },
    forget(device) {
      for (const place of queueOf(device).keys()) remove(device, place);
      queues.delete(device.jid);
      refused.delete(device.jid);
    },
  };
}

function isToMany({ tag, attrs }: BinaryNode): boolean {
  return tag === "message" && /(@g\.us|@broadcast|@newsletter)$/.test(attrs.from ?? "");
}

function nameOf(jid: string, place: number): string {
  return `${PREFIX}${jid}/${place}`;
}

/** The id of a receipt or ack, and those of its list: one receipt may stand for many messages. */
function settledIds(settling: BinaryNode): string[] {
  const ids = [settling.attrs.id ?? ""];
  for (const list of Array.isArray(settling.content) ? settling.content : []) {
    if (list.tag !== "list" || !Array.isArray(list.content)) continue;
    ids.push(...list.content.map((item) => item.attrs.id ?? ""));
  }
  return ids;
}

/**
 * A receipt settles a message, unless it asks for it again: what then comes has the same id, and the ack
 * after the receipt is for the one that could not be read. An ack settles what has its class, type and, for receipts, sender. */
function settles(settling: BinaryNode, stanza: BinaryNode): boolean {
  if (settling.tag === "receipt") return stanza.tag === "message" && settling.attrs.type !== "retry";
  const { class: settledClass, type, to } = settling.attrs;
  if (settledClass !== stanza.tag) return false;
  if (stanza.tag !== "receipt") return true;
  return type === stanza.attrs.type && to === stanza.attrs.from;
}

async function load(wa: Baileys, keep: Keep): Promise<Map<string, Map<number, BinaryNode>>> {
  const queues = new Map<string, Map<number, BinaryNode>>();
  const places = keep.keys(PREFIX).map((name) => {
    const [jid = "", place = "0"] = name.slice(PREFIX.length).split("/");
    return { name, jid, place: Number(place) };
  });
  for (const { name, jid, place } of places.sort((one, other) => one.place - other.place)) {
    const queue = queues.get(jid) ?? new Map<number, BinaryNode>();
    const encoded = Buffer.from(keep.get(name) ?? "", "base64");
    queues.set(jid, queue.set(place, await wa.decodeBinaryNode(encoded)));
  }
  return queues;
}
