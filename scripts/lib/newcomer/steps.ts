/** The steps of a newcomer's path. Each runs documented commands and throws when one does not do what it should. */
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { freePort } from "../free-port.ts";
import type { Shell } from "./shell.ts";

const OWN = "15557010001";
const CUSTOMER = "14155550123";
const CONTACTS = 1_000;

/** Starts everything; it stays up until the shell is closed. */
export async function startUp(shell: Shell): Promise<void> {
  shell.step("Start everything");
  const up = shell.start("./scripts/up");
  await up.until(/delivered +webhook evt_\w+, signature verified/);
  await up.until(/Ctrl-C stops it/);
}

/** Pairs a number with the sandbox and answers with its channel. */
export async function pairNumber(shell: Shell): Promise<string> {
  shell.step("Pair a number with a phone of the sandbox");
  const pairing = shell.start("./scripts/waypost channels pair --name Shop");
  const [, channelId = ""] = await pairing.until(/(ch_\w+) is pairing/);
  await shell.run(`./scripts/waypost sandbox phone ${OWN} --scan ${channelId} --once`);
  await pairing.until(new RegExp(`connected\t\\+${OWN}`));
  expectCode(await pairing.ended, 0);
  return channelId;
}

/** A message goes to a customer, who answers. */
export async function sendAndReply(shell: Shell, channelId: string): Promise<void> {
  shell.step("Send a message, and wait until it is delivered");
  const sent = await shell.run(
    `./scripts/waypost send --channel ${channelId} --to ${CUSTOMER} --text 'Your order is ready' --wait delivered`,
  );
  expectMatch(sent, /^status\t(delivered|read)$/m);
  shell.step("Answer from the customer's phone");
  await write(shell, "On my way");
  await shell.repeat(
    "./scripts/waypost messages list --direction inbound --fields status,content.body",
    /On my way/,
  );
}

/** Runs a receiver that `waypost samples create` makes, which verifies signatures, behind `waypost listen`. */
export async function followWebhooks(shell: Shell): Promise<void> {
  shell.step("Listen to webhooks, with the sample of a receiver");
  const port = freePort();
  await shell.run("./scripts/waypost samples create node");
  const listening = shell.start(`./scripts/waypost listen --forward-to http://localhost:${port}`);
  const [, secret = ""] = await listening.until(/\t(whsec_\S+)/);
  const receiver = shell.start(`env WEBHOOK_SECRET=${secret} PORT=${port} bun waypost-node/receiver.mjs`);
  await untilListening(port);
  await write(shell, "Is it far?");
  await receiver.until(/^message\.new /m);
  await listening.until(/\tmessage\.new\t204\t/);
  await listening.interrupt();
}

/** Imports contacts from a file. */
export async function importContacts(shell: Shell, checkout: string): Promise<void> {
  shell.step(`Import ${CONTACTS.toLocaleString("en")} contacts`);
  const rows = Array.from(
    { length: CONTACTS },
    (_, n) => `Customer ${n},+49151${String(n).padStart(8, "0")}`,
  );
  await Bun.write(join(checkout, "customers.csv"), `Name,Phone\n${rows.join("\n")}\n`);
  const imported = await shell.run("./scripts/waypost contacts import customers.csv --yes --strict");
  expectMatch(imported, new RegExp(`^created\t${CONTACTS}$`, "m"));
}

/** An endpoint is down for one event, and gets it by a replay. */
export async function replayDelivery(shell: Shell): Promise<void> {
  shell.step("Replay a delivery that failed");
  let isDown = true;
  const taken: { headers: Record<string, string>; body: string }[] = [];
  using receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      // Later than the replay, which then is what delivers it. With 503 it would hold for the whole endpoint.
      if (isDown) return new Response("down", { status: 500, headers: { "retry-after": "3600" } });
      taken.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
      return new Response(null, { status: 204 });
    },
  });
  const created = await shell.run(
    `./scripts/waypost endpoints create http://127.0.0.1:${receiver.port}/hook --events message.new`,
  );
  const [, secret = ""] = expectMatch(created, /^secret\t(whsec_\S+)$/m);
  await write(shell, "Hello?");
  const [, eventId] = await shell.repeat(
    "./scripts/waypost deliveries list --since 1h --status failed",
    /\tmessage\.new\t.*(evt_\w+)/,
  );
  isDown = false;
  await shell.run("./scripts/waypost deliveries replay --since 1h --status failed --yes");
  const [delivery] = taken;
  if (delivery?.headers["webhook-id"] !== eventId) throw new Error(`${eventId} was not delivered`);
  new Webhook(secret).verify(delivery?.body ?? "", delivery?.headers ?? {});
}

async function write(shell: Shell, text: string): Promise<void> {
  await shell.run(`./scripts/waypost sandbox phone ${CUSTOMER} --text '${text}' --to ${OWN} --once`);
}

async function untilListening(port: number): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}`).then(Boolean, () => false))) await Bun.sleep(20);
}

function expectMatch(text: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(text);
  if (match === null) throw new Error(`${pattern} was not printed`);
  return match;
}

function expectCode(code: number, wanted: number): void {
  if (code !== wanted) throw new Error(`it ended with ${code}, not ${wanted}`);
}
