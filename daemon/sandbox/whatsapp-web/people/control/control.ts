import { Refusal } from "../../faults/refusal.ts";
import type { MediaFaults } from "../../media/faults.ts";
import { isGroup } from "../../wire/jids.ts";
import { archiveOnPhone, type ChatState, chatsOf, keepArchived } from "../app-state/chats.ts";
import { labelChat, labelsOf, nameLabel, type PhoneLabel } from "../app-state/labels.ts";
import type { Behaviour, Report } from "../behaviours.ts";
import { type EndedCall, placeCall, type Ring } from "../calls.ts";
import type { Feed } from "../feed.ts";
import { type GroupControls, groupControls, groupOf } from "../groups/control.ts";
import { sayInGroup } from "../groups/saying.ts";
import { addressOf, type Form } from "../identity/addresses.ts";
import { announceMove } from "../identity/announce.ts";
import { NUMBER, type Person } from "../identity/persons.ts";
import { type Business, becomeBusiness } from "../identity/profiles.ts";
import { showPicture } from "../identity/register.ts";
import type { Content } from "../kinds/kind.ts";
import { makeSaying } from "../kinds/table.ts";
import type { Counts } from "../message-log.ts";
import type { PhoneMessage } from "../phone-message.ts";
import type { Presence } from "../presence.ts";
import { readContents } from "../receiving/contents.ts";
import { showPresence } from "../receiving/presences.ts";
import { CROWDS, sayToMany } from "../sending/crowds.ts";
import type { PastContact } from "../sending/history.ts";
import { addHistory } from "../sending/peer.ts";
import { say } from "../sending/saying.ts";
import { receipt } from "../sending/stanzas.ts";
import { transmitCopy } from "../sending/transmission.ts";
import { baileys } from "../signal/libraries.ts";
import type { Timings, World } from "../world.ts";
import { personOf } from "./person-of.ts";

/** A message that somebody is to send. */
export type Order = {
  /** The other side, or a group's address; the only number with companions when it is left out. */
  to?: string | undefined;
  kind: string;
  content?: Content | undefined;
  /** By LID or by number; as the two last wrote to each other when it is left out. */
  form?: Form | undefined;
  /** Companions get the message without its content and have to ask their phone for it. */
  placeholder?: boolean | undefined;
  /** Companions learn of it only by asking the phone for the chat, or by a placeholder alone: the phone has lost it. */
  keptBack?: "until_asked" | "for_good" | undefined;
  /** So many copies for companions can't be decrypted. */
  unreadable?: number | undefined;
  /** Whether a message by LID names the number too; as the sender behaves when it is left out. */
  showsNumber?: boolean | undefined;
};

/** How a test or a terminal controls and observes people. Numbers are digits; mistakes raise a `Refusal`. */
export type PeopleControl = GroupControls & {
  /** Sends a message from a phone and returns its id. */
  send(from: string, order: Order): Promise<string>;
  /** Sends companions a copy of a message that can be decrypted. */
  sendCopy(from: string, id: string): void;
  /** The messages of a phone, oldest first. */
  messages(number: string): PhoneMessage[];
  counts(number?: string): Counts;
  behave(number: string, change: Partial<Behaviour>): Behaviour;
  /** Reports a message that came to a phone by hand. */
  report(number: string, id: string, status: Report): void;
  /** Reads a message on the phone of a number with companions, which learn of it. */
  read(number: string, id: string): void;
  /** The chats of a phone that were archived there or by a companion, or taken out of the archive. */
  chats(number: string): ChatState[];
  /** Somebody archives a chat on the phone, or takes it out of the archive. */
  archive(number: string, change: ChatState & { form?: Form | undefined }): Promise<void>;
  /** Somebody has archived chats stay archived when messages come, as phones do unless it is changed, or not. */
  keepArchived(number: string, keeps: boolean): Promise<void>;
  /** The labels of a phone's Business app. */
  labels(number: string): PhoneLabel[];
  /** Somebody names a label on the phone, or (null) deletes it. */
  nameLabel(number: string, label: { id: string; name: string | null }): Promise<void>;
  /** Somebody puts a label on a chat on the phone, or takes it off. */
  labelChat(
    number: string,
    change: { id: string; chat: string; labelled: boolean; form?: Form | undefined },
  ): Promise<void>;
  /** Calls a number with companions (the other side when left out), and resolves when it rings no more. */
  call(from: string, to: string | undefined, ring: Ring): Promise<EndedCall>;
  presence(from: string, to: string | undefined, presence: Presence): void;
  /** Gives a person another number. */
  move(number: string, to: string): void;
  addHistory(number: string, contacts: PastContact[]): void;
  /** Makes a business of somebody, or a person of a business (null). */
  setBusiness(number: string, business: Business | null): void;
  /** Gives somebody another picture, or (null) none; all who have them in their address book learn of it. */
  setPicture(number: string, name: string | null): void;
  /** Gives somebody a user name, which a PIN may protect, or (null) none. */
  setUserName(number: string, named: { name: string; pin: string | null } | null): void;
  setTimings(timings: Partial<Timings>): Timings;
  watch: Feed["watch"];
  mediaFaults: MediaFaults;
  /** Makes the file of a message on a phone answer 404 or 410 until the phone uploads it again. */
  expireFile(number: string, id: string, status: 404 | 410): void;
  /** Deletes the file of a message: the phone cannot upload it again. */
  deleteFile(number: string, id: string): void;
  /** Resolves when everything that came has been read and everything that was said is on its way. */
  idle(): Promise<void>;
  /** Defects of the sandbox that showed. */
  failures(): Error[];
};

export function createControl(world: World): PeopleControl {
  const { messageLog, media, feed, lanes } = world;
  const find = (number: string, id: string) => {
    const found = messageLog.find(personOf(world, number), id);
    if (found === undefined) throw new Refusal(404, `there is no message ${id} on the phone of ${number}`);
    return found;
  };
  return {
    ...groupControls(world),
    send: (from, order) => send(world, personOf(world, from), order),
    sendCopy: (from, id) => sendCopy(world, personOf(world, from), find(from, id)),
    messages: (number) => messageLog.list(personOf(world, number)),
    counts: (number) => messageLog.counts(number === undefined ? undefined : personOf(world, number)),
    behave: (number, change) => world.behaviours.change(number, change),
    report: (number, id, status) => report(world, personOf(world, number), find(number, id), status),
    read: (number, id) => readOnPhone(world, personOf(world, number), find(number, id)),
    chats: (number) => chatsOf(world, personOf(world, number).number),
    archive: (number, change) => archiveOnPhone(world, personOf(world, number).number, change),
    keepArchived: (number, keeps) => keepArchived(world, personOf(world, number).number, keeps),
    labels: (number) => labelsOf(world, personOf(world, number).number),
    nameLabel: (number, label) => nameLabel(world, personOf(world, number).number, label),
    labelChat: (number, change) => labelChat(world, personOf(world, number).number, change),
    call: (from, to, ring) => placeCall(world, personOf(world, from), otherSide(world, from, to), ring),
    presence: (from, to, presence) =>
      showPresence(world, personOf(world, from), otherSide(world, from, to), presence),
    move(number, to) {
      const person = personOf(world, number);
      if (!NUMBER.test(to)) throw new Refusal(400, `${to} is not a number`);
      announceMove(world, person, world.persons.move(person.number, to));
    },
    addHistory: (number, contacts) => addHistory(world, personOf(world, number).number, contacts),
    setBusiness: (number, business) => becomeBusiness(world, personOf(world, number).number, business),
    setPicture(number, name) {
      showPicture(world, personOf(world, number).number, name);
    },
    setUserName: (number, named) => world.userNames.set(personOf(world, number), named),
    setTimings: (timings) => Object.assign(world.timings, timings),
    watch: feed.watch,
    mediaFaults: media.faults,
    expireFile: (number, id, status) => media.expire(filePathOf(find(number, id)), status),
    deleteFile: (number, id) => media.remove(filePathOf(find(number, id))),
    idle: lanes.idle,
    failures: lanes.failures,
  };
}

async function send(world: World, from: Person, order: Order): Promise<string> {
  const { kind, content = {}, placeholder: isPlaceholder, keptBack, unreadable, showsNumber } = order;
  if (isGroup(order.to)) {
    const group = groupOf(world, from, order.to);
    const saying = await makeSaying(kind, content, { world, from, to: from, form: "lid", group });
    return sayInGroup(world, from, group, saying, unreadable);
  }
  const to = otherSide(world, from.number, order.to);
  if (Object.hasOwn(CROWDS, kind)) return sayToMany(world, from, to, kind as keyof typeof CROWDS);
  const form = order.form ?? world.forms.get(`${from.root} ${to.root}`) ?? "lid";
  const saying = await makeSaying(kind, content, { world, from, to, form });
  return say(world, {
    from,
    to,
    form,
    saying,
    ...(isPlaceholder !== undefined && { isPlaceholder }),
    ...(keptBack !== undefined && { keptBack }),
    ...(unreadable !== undefined && { unreadable }),
    ...(showsNumber !== undefined && { showsNumber }),
  });
}

function sendCopy(world: World, from: Person, { id, chat }: PhoneMessage): void {
  const sent = world.companionsOf(chat).filter((device) => transmitCopy(world, from, device, id));
  if (sent.length === 0) throw new Refusal(409, `no companion of ${chat} waits for message ${id}`);
}

/** Who is meant when nobody is named: the one number that has companions. */
function otherSide(world: World, from: string, to: string | undefined): Person {
  if (to !== undefined) return personOf(world, to);
  const linked = world.linkedNumbers().filter((number) => number !== from);
  const [only] = linked;
  if (only === undefined || linked.length > 1) {
    throw new Refusal(409, `say to whom: ${linked.length} numbers have companions`);
  }
  return personOf(world, only);
}

function report(world: World, person: Person, message: PhoneMessage, status: Report): void {
  const type = status === "delivered" ? undefined : status;
  const group = isGroup(message.chat) ? message.chat : undefined;
  for (const device of world.companionsOf(message.author ?? message.chat)) {
    world.switchboard.deliver(device, receipt({ person, form: message.form, id: message.id, group }, type));
  }
  world.messageLog.change(person, message.id, { status });
}

/** WhatsApp reports what was read on a phone to its companions by a receipt from the number itself. */
function readOnPhone(world: World, person: Person, { id, chat, form }: PhoneMessage): void {
  const group = isGroup(chat) ? chat : undefined;
  const recipient = group === undefined ? addressOf(personOf(world, chat), form) : undefined;
  for (const device of world.companionsOf(person.number))
    world.switchboard.deliver(device, receipt({ person, form, id, group, recipient }, "read"));
}

function filePathOf({ raw, id }: PhoneMessage): string {
  const { file } = readContents(baileys().proto.Message.decode(Buffer.from(raw, "base64")));
  if (file === null) throw new Refusal(409, `message ${id} has no file`);
  return file.directPath;
}
