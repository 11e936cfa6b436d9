import type { BinaryNode } from "baileys";
import { restrict } from "../control/restrict.ts";
import { endWith } from "../faults/endings.ts";
import { Refusal } from "../faults/refusal.ts";
import type { Companion } from "../memory/phones.ts";
import { unlink } from "../pairing/unlink.ts";
import { isGroup } from "../wire/jids.ts";
import type { World } from "../world.ts";
import type { Deeds } from "./judge.ts";

/** What a companion's message is to WhatsApp, before it is taken; nothing when it is to itself, or in a group. */
export function deedsOf(world: World, sender: Companion, { attrs }: BinaryNode): Deeds | null {
  const number = world.phones.numberAt(attrs.to);
  const own = sender.account.number;
  if (world.bans.rules() === null || isGroup(attrs.to) || number === undefined || number === own) return null;
  const { people } = world;
  const isStranger = !people.haveChat(number, own);
  return {
    begun: isStranger ? 1 : 0,
    sent: 1,
    toNobody: people.isOnWhatsApp(number) ? 0 : 1,
    reports: isStranger && people.reportsStrangers(number) ? 1 : 0,
  };
}

/** Restricts or bans a number for what it did, if that is too much. */
export function punish(world: World, { account: { number }, linkedAt }: Companion, deeds: Deeds): void {
  const { bans, restrictions } = world;
  const { restricted, banned } = bans.judge(number, linkedAt, deeds);
  if (banned) ban(world, number);
  const { lockedUntil } = restrictions.of(number);
  const rules = bans.rules();
  if (
    banned ||
    !restricted ||
    rules === null ||
    (lockedUntil !== null && Date.parse(lockedUntil) > Date.now())
  )
    return;
  const until = Date.now() + rules.restricted_hours * rules.hour_seconds * 1000;
  restrict(world, number, { lockedUntil: new Date(until).toISOString() });
}

/** Ends all its devices' connections: they are taken off the phone (401), or refused from now on (403). */
function ban(world: World, number: string): void {
  const isRemoved = world.bans.rules()?.code === "401";
  for (const companion of [...world.phones.phone(number).devices.values()]) {
    if (isRemoved) unlink(world, companion);
    const connection = world.online.get(companion.jid)?.connection;
    if (!isRemoved && connection !== undefined) endWith(connection, "403", false);
  }
}

/** Throws `Refusal` 403 for a number that was banned: its phone links nothing. */
export function refuseBanned({ bans }: World, number: string): void {
  if (bans.isBanned(number)) throw new Refusal(403, `${number} is banned: its phone links no device`);
}
