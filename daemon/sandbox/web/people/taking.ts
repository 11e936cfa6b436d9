import type { proto } from "baileys";
import type { Report } from "./behaviours.ts";
import { type Contents, readContents } from "./contents.ts";
import { type Arrival, aboutOf, isOwn } from "./incoming.ts";
import { keepMessage } from "./keeping.ts";
import { baileys } from "./libraries.ts";
import type { Person } from "./persons.ts";
import { answerCompanion } from "./requests.ts";
import { say } from "./saying.ts";
import { receipt } from "./stanzas.ts";
import type { World } from "./world.ts";

/** Lets a phone do with a message what its owner would: keep it, show what it changes, report and answer. */
export function take(world: World, arrival: Arrival, message: proto.IMessage): void {
  if (arrival.stanza.attrs.category === "peer") answerCompanion(world, arrival, message);
  else if (isOwn(world, arrival)) takeCopy(world, arrival, message);
  else takeMessage(world, arrival, message);
}

function takeMessage(world: World, arrival: Arrival, message: proto.IMessage): void {
  const { person, sender, stanza, form } = arrival;
  const contents = readContents(message);
  const isFirst = keepMessage(world, person, contents, {
    id: stanza.attrs.id ?? "",
    form,
    chat: sender.account.number,
    fromMe: false,
    device: sender.id,
    raw: encode(message),
  });
  if (!isFirst) return;
  if (contents.file !== null) void checkFile(world, person, stanza.attrs.id ?? "", contents.file);
  report(world, arrival, contents);
}

/** The account's own phone gets a copy of what a companion sends, wrapped with the recipient's address. */
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
  world.ledger.change(person, id, { file: found });
}

/** What is only about another message is delivered, and nothing more. */
const QUIET = ["edit", "revoke", "reaction", "poll_vote", "protocol"];

function report(world: World, arrival: Arrival, { kind }: Contents): void {
  const { person, sender } = arrival;
  const { timings, timers } = world;
  const behaviour = world.behaviours.of(person.number);
  const isQuiet = QUIET.includes(kind);
  const isAllowed = (report: Report) =>
    report === "delivered" || (!isQuiet && (report === "read" || kind === "voice" || kind === "video_note"));
  const moments = [timings.deliveredMs, timings.readMs, timings.playedMs];
  for (const [moment, reports] of behaviour.reports.entries()) {
    const allowed = reports.filter(isAllowed);
    if (allowed.length === 0) continue;
    timers.after(moments[moment] ?? 0, () => {
      for (const status of allowed) send(world, arrival, status);
    });
  }
  const { reply } = behaviour;
  if (reply === null || isQuiet) return;
  timers.after(timings.readMs, () => {
    const to = world.persons.of(sender.account.number);
    say(world, { from: person, to, form: arrival.form, saying: { message: { conversation: reply } } });
  });
}

function send(world: World, arrival: Arrival, status: Report): void {
  const { person, sender } = arrival;
  const about = aboutOf(world, arrival);
  world.switchboard.deliver(sender, receipt(about, status === "delivered" ? undefined : status));
  world.ledger.change(person, about.id, { status });
}
