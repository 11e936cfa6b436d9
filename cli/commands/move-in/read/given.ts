import { withBytes } from "../../../../daemon/channels/session-move/stores/bytes.ts";
import { isObject } from "../../../lib/values/objects.ts";
import type { FoundMessage, FoundPerson } from "./found.ts";

/** Rows that are read at once. */
export const PAGE_ROWS = 200;

/** The longest value of a row that is read: no message is longer, without the files that some programs put into it. */
export const LONGEST_VALUE = 256 * 1024;

type Json = Record<string, unknown>;

/** The object in a column that may be JSON as text, encoded once or twice; null where there is none. */
export function objectIn(value: unknown): Json | null {
  let inner = value;
  try {
    for (let times = 0; times < 2 && typeof inner === "string"; times++) inner = JSON.parse(inner);
  } catch {
    return null;
  }
  return isObject(inner) && !Array.isArray(inner) ? inner : null;
}

/** A member that is a text with something in it. */
export function textIn(object: Json | null, name: string): string | null {
  const value = object?.[name];
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** The texts of a member that is a list. */
export function textsIn(object: Json | null, name: string): string[] {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** The objects of a member that is a list. */
export function objectsIn(object: Json | null, name: string): Json[] {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The digits of a number's address, such as `14155550123:7@s.whatsapp.net`; null of other addresses. */
export function phoneIn(address: unknown): string | null {
  const [, digits = null] =
    /^(\d{5,20})(?::\d+)?@(?:s\.whatsapp\.net|c\.us)$/.exec(String(address ?? "")) ?? [];
  return digits;
}

/** The digits of a LID; null of other addresses. */
export function lidIn(address: unknown): string | null {
  const [, digits = null] = /^(\d{5,20})(?::\d+)?@lid$/.exec(String(address ?? "")) ?? [];
  return digits;
}

/** Somebody by their addresses; null for what is no person. */
export function personOf(addresses: readonly unknown[], name: string | null): FoundPerson | null {
  const [phone] = addresses.flatMap((address) => phoneIn(address) ?? []);
  const [lid] = addresses.flatMap((address) => lidIn(address) ?? []);
  if (phone === undefined && lid === undefined) return null;
  return {
    ...(phone === undefined ? {} : { phone_number: `+${phone}` }),
    ...(lid === undefined ? {} : { lid }),
    ...(name === null ? {} : { name: name.slice(0, 200) }),
  };
}

/** A message as Baileys has it; null where what makes it one is missing, or it is nested too deeply. */
export function messageOf(found: {
  key: Json | null;
  message: Json | null;
  seconds: unknown;
  status: number | null;
  name: string | null;
}): FoundMessage | null {
  const { key, message, status, name } = found;
  const [id, remoteJid] = [textIn(key, "id"), textIn(key, "remoteJid")];
  const at = Number(found.seconds);
  if (id === null || remoteJid === null || message === null || !(at > 0)) return null;
  const others = OTHERS.flatMap(([member, ...names]) => {
    const [address] = names.flatMap((one) => textIn(key, one) ?? []);
    return address === undefined ? [] : [[member, address]];
  });
  try {
    return {
      key: { id, remoteJid, fromMe: key?.fromMe === true, ...Object.fromEntries(others) },
      message: withBytes(message) as Json,
      messageTimestamp: Math.floor(at),
      ...(status === null ? {} : { status }),
      ...(name === null ? {} : { pushName: name.slice(0, 200) }),
    };
  } catch {
    return null;
  }
}

/** The other addresses of a chat and of who wrote in it, by the names that Baileys' versions gave them. */
const OTHERS = [
  ["participant", "participant"],
  ["remoteJidAlt", "remoteJidAlt", "senderPn", "senderLid", "previousRemoteJid"],
  ["participantAlt", "participantAlt", "participantPn", "participantLid"],
] as const;
