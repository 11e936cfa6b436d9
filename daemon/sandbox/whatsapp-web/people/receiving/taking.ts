import type { proto } from "baileys";
import type { Person } from "../identity/persons.ts";
import { receipt } from "../sending/stanzas.ts";
import { baileys } from "../signal/libraries.ts";
import type { World } from "../world.ts";
import { type Contents, readContents } from "./contents.ts";
import { type Arrival, aboutOf, chatOf, isOwn } from "./incoming.ts";
import { keepMessage } from "./keeping.ts";
import { report } from "./reporting.ts";
import { respondToCompanion } from "./requests.ts";

/** Lets a phone do with a message what its owner would: keep it, show what it changes, report and answer. */
export function take(world: World, arrival: Arrival, message: proto.IMessage): void {
  if (arrival.stanza.attrs.category === "peer") respondToCompanion(world, arrival, message);
  else if (isOwn(world, arrival) && arrival.group === undefined) takeCopy(world, arrival, message);
  else takeMessage(world, arrival, message);
}

function takeMessage(world: World, arrival: Arrival, message: proto.IMessage): void {
  const { person, sender, stanza, form } = arrival;
  const contents = readContents(message);
  const isFirst = keepMessage(world, person, contents, {
    id: stanza.attrs.id ?? "",
    form,
    ...chatOf(arrival),
    keyId: arrival.keyId,
    fromMe: isOwn(world, arrival),
    device: sender.id,
    raw: encode(message),
  });
  if (!isFirst) return;
  if (contents.file !== null) void checkFile(world, person, stanza.attrs.id ?? "", contents.file);
  if (!isOwn(world, arrival)) report(world, arrival, contents);
}

/**
 * The account's own phone gets a copy of what a companion sends, wrapped with the recipient's address, and says so,
 * unless it reports nothing at all.
 */
function takeCopy(world: World, arrival: Arrival, { deviceSentMessage }: proto.IMessage): void {
  const { person, sender, stanza, form } = arrival;
  const chat = world.persons.at(deviceSentMessage?.destinationJid ?? "");
  if (!deviceSentMessage?.message || chat === undefined) return;
  keepMessage(world, person, readContents(deviceSentMessage.message), {
    id: stanza.attrs.id ?? "",
    form,
    chat: chat.number,
    fromMe: true,
    device: sender.id,
    raw: encode(deviceSentMessage.message),
  });
  if (world.behaviours.of(person.number).reports.length === 0) return;
  world.switchboard.deliver(sender, receipt(aboutOf(world, arrival), "sender"));
}

function encode(message: proto.IMessage): string {
  return Buffer.from(baileys().proto.Message.encode(message).finish()).toString("base64");
}

async function checkFile(world: World, person: Person, id: string, file: NonNullable<Contents["file"]>) {
  const found = await world.media.open(file.directPath, file.mediaType, file).then(
    (plain) => ({ sha256: Buffer.from(file.fileSha256).toString("hex"), bytes: plain.length }),
    (error: Error) => ({ problem: error.message }),
  );
  world.messageLog.change(person, id, { file: found });
}
