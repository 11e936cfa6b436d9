import { createInterface } from "node:readline";
import { readServerSentEvents } from "../../lib/api/server-sent-events.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { readInputLine } from "../../lib/input/stdin.ts";
import { holdSpinner } from "../../lib/terminal/spinner.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import { playOwner } from "./owner.ts";
import { isMessageEvent, type PhoneEvent, printMessage } from "./print-message.ts";
import { openSandboxStream, postToSandbox, sandboxUrlOption } from "./sandbox.ts";

const options = {
  scan: { value: "qr", description: "Scan this: a QR code's text, `-` for standard input, or a channel" },
  code: { value: "code", description: "Type this pairing code; `-` reads it from standard input" },
  passkey: { description: "Want the account's passkey before the link, and use it as its owner would" },
  text: { value: "text", description: "Send a text" },
  to: { value: "number", description: "Number or group to write to (default: the last sender)" },
  group: { value: "subject", description: "Create a group with this subject, and write in it" },
  member: { value: "number", repeat: true, description: "Number in the new group" },
  call: { description: "Call --to, and wait until it rings no more" },
  once: { description: "Stop when that is done, instead of watching the phone" },
  ...sandboxUrlOption,
} as const;

type Options = OptionValues<typeof options>;

export const sandboxPhone = command({
  path: "sandbox phone",
  summary: "Use a phone of the WhatsApp Web sandbox",
  description:
    "Use a phone of the WhatsApp Web sandbox: scan the QR code of a paired number, see incoming messages and the status of your own, and send the lines that you type.",
  output:
    "One line for each message and each change of one: id, in or out, the other side, status, kind, text; with --json, one JSON object per line.",
  arguments: { number: { description: "The phone's number" } },
  options,
  writes: true,
  examples: [
    {
      description: "Pair a channel that shows its code now",
      command: "waypost sandbox phone 15557010001 --scan ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --once",
    },
    {
      description: "The same for an account whose passkey WhatsApp wants",
      command: "waypost sandbox phone 15557010001 --passkey --scan ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --once",
    },
    { description: "Be a customer", command: "waypost sandbox phone 14155550123" },
    {
      description: "Write one text",
      command: "waypost sandbox phone 14155550123 --text 'Is it ready?' --to 15557010001 --once",
    },
    {
      description: "Create a group with a paired number, and write in it",
      command:
        "waypost sandbox phone 14155550123 --group 'Sunday lunch' --member 15557010001 --text 'Who brings the cake?' --once",
    },
    {
      description: "Call a paired number",
      command: "waypost sandbox phone 14155550123 --call --to 15557010001 --once",
    },
  ],
  async run({ cli, arguments: { number: given }, options }) {
    const number = normalizeRecipient(given).replace("+", "");
    const phone = createPhone(cli, options, number);
    // Opened before anything is sent, so that no event is missed.
    const events = options.once || cli.dryRun ? null : await phone.open();
    if (options.passkey) await phone.wantPasskey();
    await link(cli, options, phone, number);
    if (options.group !== undefined) await createGroup(cli, phone, options.group, options.member);
    if (options.text !== undefined) await phone.send(options.text);
    if (options.call) await placeCall(cli, phone);
    if (events === null) return;
    if (options.scan !== "-" && options.code !== "-") sendTypedLines(cli, phone);
    cli.output.note(`This is the phone of ${number}. Type a line to send it; Ctrl-C stops.`);
    const last = new Map<string, string>();
    for await (const event of events) {
      if (!isMessageEvent(event)) continue;
      phone.sawChat(event.message.chat);
      await printMessage(cli, event, last);
    }
  },
});

type Phone = ReturnType<typeof createPhone>;

function createPhone(cli: Cli, options: Options, number: string) {
  const url = options["sandbox-url"];
  const path = `phones/${number}`;
  let chat = options.to === undefined ? undefined : chatOf(options.to);
  let isChosen = options.to !== undefined;
  const post = <Result>(what: string, body: object) =>
    postToSandbox<Result>(cli, url, `${path}/${what}`, body);
  return {
    scan: (qr: string) => post<Linking>("scan", { qr }),
    typeCode: (code: string) => post<Linking>("code", { code }),
    wantPasskey: () => post("passkey", { demand: "with_challenge" }),
    send: (body: string) => post("messages", { kind: "text", content: { body }, ...(chat && { to: chat }) }),
    call: () => post<{ outcome: string }>("calls", chat === undefined ? {} : { to: chat }),
    createGroup: (subject: string, members: string[]) => post<NewGroup>("groups", { subject, members }),
    writeIn(group: string) {
      chat = group;
      isChosen = true;
    },
    /** Replies go to the last sender, unless a recipient was named. */
    sawChat(other: string) {
      if (!isChosen) chat = other;
    },
    async open(): Promise<AsyncGenerator<PhoneEvent>> {
      return parsed(await openSandboxStream(cli, url, `${path}/events`));
    },
  };
}

/** The linked device, unless the phone wants its account's passkey first. */
type Linking = { waits_for?: "passkey" };
type NewGroup = { id: string; subject: string };

const GROUP = /^[\d-]+@g\.us$/;

/** A number's digits, or a group's id. */
function chatOf(to: string): string {
  return GROUP.test(to.trim()) ? to.trim() : normalizeRecipient(to).replace("+", "");
}

async function createGroup(cli: Cli, phone: Phone, subject: string, members: string[]): Promise<void> {
  if (members.length === 0)
    throw usageFailure("a group needs members", "Name at least one: --member 15557010001");
  const made = await phone.createGroup(subject, members.map(chatOf));
  // nothing comes back of a dry run
  if (made === undefined) return;
  phone.writeIn(made.id);
  cli.output.note(`Created the group ${made.id}.`);
}

async function placeCall(cli: Cli, phone: Phone): Promise<void> {
  const ended = await phone.call();
  // nothing comes back of a dry run
  if (ended !== undefined) cli.output.note(`The call was ${ended.outcome}.`);
}

async function* parsed(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<PhoneEvent> {
  for await (const { data } of readServerSentEvents(pieces)) if (data !== "") yield JSON.parse(data);
}

async function link(cli: Cli, options: Options, phone: Phone, number: string): Promise<void> {
  const { scan, code } = options;
  let linking: Linking | undefined;
  if (scan !== undefined) linking = await phone.scan(await qrOf(cli, scan));
  if (code !== undefined) linking = await phone.typeCode(code === "-" ? await readInputLine() : code);
  // nothing comes back of a dry run
  if (linking === undefined) return;
  if (linking.waits_for !== "passkey") return cli.output.note("Linked.");
  cli.output.note("The phone shows: Continue on WhatsApp Web. It wants the account's passkey.");
  if (options.passkey && scan?.startsWith("ch_")) await playOwner(cli, options["sandbox-url"], number, scan);
}

/** The text of a QR code: itself, from standard input, or what a channel of the daemon shows. */
async function qrOf(cli: Cli, scan: string): Promise<string> {
  if (scan === "-") return (await readInputLine()).trim();
  if (!scan.startsWith("ch_")) return scan;
  const client = await cli.client();
  const { qr } = await client.call("GET /v1/channels/{id}/qr", { path: { id: scan }, query: { wait: 25 } });
  if (qr !== null) return qr;
  throw usageFailure(`${scan} shows no QR code`, `Start its pairing: waypost channels pair ${scan}`);
}

function sendTypedLines(cli: Cli, phone: Phone): void {
  // Nothing is drawn where somebody types.
  holdSpinner();
  const lines = createInterface({ input: process.stdin, terminal: false });
  lines.on("line", (line) => {
    if (line.trim() === "") return;
    phone.send(line).catch((error: unknown) => {
      cli.output.warn(error instanceof Error ? error.message : String(error));
    });
  });
}
