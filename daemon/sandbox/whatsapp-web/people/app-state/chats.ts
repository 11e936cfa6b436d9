import type { WAPatchCreate } from "baileys";
import type { Device } from "../../link.ts";
import { isGroup } from "../../wire/jids.ts";
import { node, seconds } from "../../wire/nodes.ts";
import { addressOf, type Form } from "../identity/addresses.ts";
import { changeShown } from "../identity/profiles.ts";
import { baileys } from "../signal/libraries.ts";
import type { World } from "../world.ts";

/** The collection that says which chats are archived, and whether new messages change that. */
const CHATS = "regular_low";

/** A companion's changes reach the phone and the other companions. Raises a `Refusal` when they don't fit. */
export async function takeChanges(
  world: World,
  sender: Device,
  given: { name: string; version: number; patches: readonly Uint8Array[] },
): Promise<number> {
  const { number } = sender.account;
  const version = await world.appState.take(number, given);
  const [named] = world.appState
    .standing(number, given.name)
    .filter(({ index }) => index[0] === "setting_pushName");
  if (named !== undefined) changeShown(world, number, named.value.pushNameSetting as { name: string });
  tell(world, number, { name: given.name, version, except: sender });
  return version;
}

/** The phone makes a change, and its companions learn of it. */
export async function changeOnPhone(
  world: World,
  number: string,
  change: Omit<WAPatchCreate, "operation">,
): Promise<void> {
  const operation = baileys().proto.SyncdMutation.SyncdOperation.SET;
  const syncAction = { timestamp: Date.now(), ...change.syncAction };
  const version = await world.appState.change(number, { ...change, syncAction, operation });
  tell(world, number, { name: change.type, version });
}

/** Tells companions that there is something new; what it is they ask for (Baileys: `server_sync` in messages-recv.js). */
function tell(
  world: World,
  number: string,
  { name, version, except }: { name: string; version: number; except?: Device },
): void {
  for (const device of world.companionsOf(number)) {
    if (device.jid === except?.jid) continue;
    const collection = node("collection", { name, version: String(version) });
    const attrs = { id: crypto.randomUUID(), from: "s.whatsapp.net", type: "server_sync", t: seconds() };
    world.switchboard.deliver(device, node("notification", attrs, [collection]));
  }
}

/** A chat in words: the number of the other side, or the address of a group. */
export type ChatState = { chat: string; archived: boolean };

/** The chats of a phone that were archived, or taken out of the archive. */
export function chatsOf({ appState, persons }: World, number: string): ChatState[] {
  // a chat may be named by number and by LID: the last change of it stands
  const chats = new Map<string, ChatState>();
  for (const { index, value } of appState.standing(number, CHATS)) {
    const [kind, jid = ""] = index;
    const action = value.archiveChatAction as { archived?: boolean } | undefined;
    const chat = persons.at(jid)?.number ?? jid;
    if (kind === "archive") chats.set(chat, { chat, archived: action?.archived === true });
  }
  return [...chats.values()];
}

/** The address under which a phone keeps a chat. */
export function chatAddress({ persons }: World, chat: string, form: Form = "lid"): string {
  return isGroup(chat) ? chat : addressOf(persons.of(chat), form);
}

/** Somebody archives a chat on the phone, or takes it out of the archive. */
export async function archiveOnPhone(
  world: World,
  number: string,
  { chat, archived, form }: ChatState & { form?: Form | undefined },
): Promise<void> {
  await changeOnPhone(world, number, {
    type: CHATS,
    index: ["archive", chatAddress(world, chat, form)],
    syncAction: { archiveChatAction: { archived } },
    apiVersion: 3,
  });
}

/** Somebody changes the phone's setting by which archived chats stay archived when messages come. */
export async function keepArchived(world: World, number: string, keeps: boolean): Promise<void> {
  await changeOnPhone(world, number, {
    type: CHATS,
    index: ["setting_unarchiveChats"],
    syncAction: { unarchiveChatsSetting: { unarchiveChats: !keeps } },
    apiVersion: 4,
  });
}
