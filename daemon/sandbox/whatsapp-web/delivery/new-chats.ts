import type { BinaryNode } from "baileys";
import { restrict } from "../control/restrict.ts";
import { type Capping, newChatsAt, withOneMore } from "../memory/new-chats.ts";
import type { Companion } from "../memory/phones.ts";
import { isGroup } from "../wire/jids.ts";
import type { World } from "../world.ts";

/** How near an account is to its limit of new chats. */
export function cappingOf({ restrictions }: World, number: string): Capping {
  const { capping, newChats } = restrictions.of(number);
  return capping ?? newChatsAt(newChats, new Date()).capping;
}

/** Counts a message that begins a chat, before it is delivered; companions are notified when it leads to another step. */
export function countNewChat(world: World, sender: Companion, { attrs }: BinaryNode): void {
  const own = sender.account.number;
  const { newChats } = world.restrictions.of(own);
  const number = world.phones.numberAt(attrs.to);
  if (newChats.total === null || isGroup(attrs.to) || number === undefined || number === own) return;
  if (world.people.haveChat(number, own)) return;
  const before = cappingOf(world, own);
  const change = { newChats: withOneMore(newChats, new Date()) };
  restrict(world, own, change, false);
  if (cappingOf(world, own) !== before) restrict(world, own, change);
}
