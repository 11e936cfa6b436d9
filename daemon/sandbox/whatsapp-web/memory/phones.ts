import type { Account, Device, Keep, People } from "../link.ts";
import { lidJid, parseAddress, phoneJid } from "../wire/jids.ts";

/** A linked companion, with what only the server knows of it. */
export type Companion = Device & {
  /** The Noise static key it registered with: its password from then on. */
  noiseKey: Uint8Array;
  linkedAt: Date;
};

/** A number's phone, and its companions. */
export type Phone = Omit<Account, "devices"> & { devices: Map<number, Companion> };

/** The members of a companion that it brings when it is linked. */
export type NewCompanion = Pick<
  Companion,
  "id" | "noiseKey" | "identityKey" | "signedIdentity" | "platform" | "wantsAll"
>;

/** The phones that exist. */
export type Phones = {
  /** The phone of a number; it is made when there is none. */
  phone(number: string): Phone;
  /** The phone of a number, if something was linked to it or it was looked up before. */
  find(number: string): Phone | undefined;
  all(): Phone[];
  /** The companion behind an address, by number or by LID; undefined for device 0. */
  companion(jid: string | undefined): Companion | undefined;
  /** The number behind an address, by number or by LID. */
  numberAt(jid: string | undefined): string | undefined;
  /** A device number that was never given before. */
  nextDevice(phone: Phone): number;
  link(phone: Phone, companion: NewCompanion): Companion;
  unlink(companion: Companion): void;
};

type Stored = {
  nextDevice: number;
  companions: {
    id: number;
    noiseKey: string;
    identityKey: string;
    signedIdentity: string;
    platform: string;
    wantsAll?: boolean;
    linkedAt: string;
  }[];
};

const PREFIX = "phone/";

/** The phones, as `keep` remembers them. LIDs, names and identities are the people's. */
export function createPhones(keep: Keep, people: () => People): Phones {
  const phones = new Map<string, Phone>();
  const next = new Map<string, number>();
  const phone = (number: string): Phone => {
    const known = phones.get(number);
    if (known !== undefined) return known;
    const made = newPhone(number, people());
    phones.set(number, made);
    next.set(number, restore(keep, made));
    return made;
  };
  const find = (number: string) =>
    phones.has(number) || keep.get(PREFIX + number) !== undefined ? phone(number) : undefined;
  const numberAt = (jid: string | undefined): string | undefined => {
    const address = parseAddress(jid);
    return address?.server === "lid" ? people().numberOf(address.user) : address?.user;
  };
  const save = (of: Phone) => keep.set(PREFIX + of.number, stored(of, next.get(of.number) ?? 1));
  return {
    phone,
    find,
    numberAt,
    all: () => {
      const known = keep.keys(PREFIX).map((key) => key.slice(PREFIX.length));
      return [...new Set([...known, ...phones.keys()])].map(phone);
    },
    companion(jid) {
      const number = numberAt(jid);
      return number === undefined ? undefined : find(number)?.devices.get(parseAddress(jid)?.device ?? 0);
    },
    nextDevice(of) {
      const id = next.get(of.number) ?? 1;
      next.set(of.number, id + 1);
      save(of);
      return id;
    },
    link(to, companion) {
      const linked = newCompanion(to, companion, new Date());
      to.devices.set(linked.id, linked);
      save(to);
      return linked;
    },
    unlink(companion) {
      const of = phone(companion.account.number);
      of.devices.delete(companion.id);
      save(of);
    },
  };
}

function newPhone(number: string, people: People): Phone {
  const lid = lidJid(people.lidOf(number));
  const { pushName } = people.profile(number);
  return {
    number,
    jid: phoneJid(number),
    lid,
    pushName,
    identity: people.identityOf(number),
    devices: new Map(),
  };
}

function newCompanion(phone: Phone, companion: NewCompanion, linkedAt: Date): Companion {
  const lid = parseAddress(phone.lid)?.user ?? "";
  return {
    ...companion,
    account: phone,
    keyIndex: companion.id,
    jid: phoneJid(phone.number, companion.id),
    lid: lidJid(lid, companion.id),
    linkedAt,
  };
}

/** Puts the companions that `keep` remembers back on the phone; returns the next device number. */
function restore(keep: Keep, phone: Phone): number {
  const known = keep.get(PREFIX + phone.number);
  if (known === undefined) return 1;
  const { nextDevice, companions }: Stored = JSON.parse(known);
  for (const { id, noiseKey, identityKey, signedIdentity, platform, wantsAll, linkedAt } of companions) {
    const companion: NewCompanion = {
      id,
      platform,
      wantsAll: wantsAll === true,
      noiseKey: Buffer.from(noiseKey, "base64"),
      identityKey: Buffer.from(identityKey, "base64"),
      signedIdentity: Buffer.from(signedIdentity, "base64"),
    };
    phone.devices.set(id, newCompanion(phone, companion, new Date(linkedAt)));
  }
  return nextDevice;
}

function stored(phone: Phone, nextDevice: number): string {
  const companions = [...phone.devices.values()].map((companion) => ({
    id: companion.id,
    platform: companion.platform,
    wantsAll: companion.wantsAll === true,
    linkedAt: companion.linkedAt.toISOString(),
    noiseKey: base64(companion.noiseKey),
    identityKey: base64(companion.identityKey),
    signedIdentity: base64(companion.signedIdentity),
  }));
  return JSON.stringify({ nextDevice, companions } satisfies Stored);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
