import type { Bundle, Device, Keep } from "../link.ts";

export type PublicPreKey = { id: number; key: Uint8Array };
export type SignedPreKey = PublicPreKey & { signature: Uint8Array };

/** A companion's public keys, as it uploaded them. */
export type Identity = { registrationId: number; identityKey: Uint8Array; signedPreKey: SignedPreKey };

/** The public keys of all companions. */
export type PreKeys = {
  /** How many one-time pre-keys are left. */
  count(device: Device): number;
  ids(device: Device): number[];
  identity(device: Device): Identity | undefined;
  /** Takes an upload; the one-time pre-keys join those that are there. */
  upload(device: Device, identity: Identity, oneTime: PublicPreKey[]): void;
  rotate(device: Device, signedPreKey: SignedPreKey): void;
  /** The keys to begin a session with; the one-time pre-key, the oldest, is used up. */
  take(device: Device): Bundle | undefined;
  forget(device: Device): void;
};

type Store = { identity: Identity; oneTime: Map<number, Uint8Array> };

export function createPreKeys(keep: Keep): PreKeys {
  const stores = load(keep);
  const saveIdentity = (device: Device, identity: Identity) =>
    keep.set(identityName(device.jid), JSON.stringify(written(identity)));
  return {
    count: (device) => stores.get(device.jid)?.oneTime.size ?? 0,
    ids: (device) => [...(stores.get(device.jid)?.oneTime.keys() ?? [])],
    identity: (device) => stores.get(device.jid)?.identity,
    upload(device, identity, oneTime) {
      const store = stores.get(device.jid) ?? { identity, oneTime: new Map() };
      store.identity = identity;
      for (const { id, key } of oneTime) {
        store.oneTime.set(id, key);
        keep.set(oneTimeName(device.jid, id), base64(key));
      }
      stores.set(device.jid, store);
      saveIdentity(device, identity);
    },
    rotate(device, signedPreKey) {
      const store = stores.get(device.jid);
      if (store === undefined) return;
      store.identity = { ...store.identity, signedPreKey };
      saveIdentity(device, store.identity);
    },
    take(device) {
      const store = stores.get(device.jid);
      if (store === undefined) return undefined;
      const [oldest] = store.oneTime;
      if (oldest === undefined) return store.identity;
      const [id, key] = oldest;
      store.oneTime.delete(id);
      keep.delete(oneTimeName(device.jid, id));
      return { ...store.identity, preKey: { id, key } };
    },
    forget(device) {
      for (const id of stores.get(device.jid)?.oneTime.keys() ?? []) keep.delete(oneTimeName(device.jid, id));
      keep.delete(identityName(device.jid));
      stores.delete(device.jid);
    },
  };
}

const IDENTITY_PREFIX = "keys/";
const ONE_TIME_PREFIX = "pre-key/";

function identityName(jid: string): string {
  return IDENTITY_PREFIX + jid;
}

function oneTimeName(jid: string, id: number): string {
  return `${ONE_TIME_PREFIX}${jid}/${id}`;
}

type Written = {
  registrationId: number;
  identityKey: string;
  signedPreKey: { id: number; key: string; signature: string };
};

function written({ registrationId, identityKey, signedPreKey }: Identity): Written {
  const { id, key, signature } = signedPreKey;
  return {
    registrationId,
    identityKey: base64(identityKey),
    signedPreKey: { id, key: base64(key), signature: base64(signature) },
  };
}

function load(keep: Keep): Map<string, Store> {
  const stores = new Map<string, Store>();
  for (const name of keep.keys(IDENTITY_PREFIX)) {
    const { registrationId, identityKey, signedPreKey }: Written = JSON.parse(keep.get(name) ?? "{}");
    const { id, key, signature } = signedPreKey;
    const identity: Identity = {
      registrationId,
      identityKey: bytes(identityKey),
      signedPreKey: { id, key: bytes(key), signature: bytes(signature) },
    };
    stores.set(name.slice(IDENTITY_PREFIX.length), { identity, oneTime: new Map() });
  }
  for (const name of keep.keys(ONE_TIME_PREFIX)) {
    const [jid = "", id = ""] = name.slice(ONE_TIME_PREFIX.length).split("/");
    stores.get(jid)?.oneTime.set(Number(id), bytes(keep.get(name) ?? ""));
  }
  return stores;
}

function base64(key: Uint8Array): string {
  return Buffer.from(key).toString("base64");
}

function bytes(key: string): Buffer {
  return Buffer.from(key, "base64");
}
