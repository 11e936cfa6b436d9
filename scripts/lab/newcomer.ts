/**
 * `../lib/scripts/newcomer`: a newcomer's path in a clone of the last commit, with the documented commands: up, pair, send, an
 * answer, webhooks, an import, a replay. Ends with 1, and names the step, when something is not as documented.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { Webhook } from "standardwebhooks";
import { freePort } from "../lib/free-port.ts";
import { createReceiver } from "../lib/receiver.ts";
import { ROOT } from "../lib/run.ts";

/** A first start on a machine that is busy takes its time. */
const LONGEST_WAIT_MS = 180_000;
const OWN = "15557010001";
const CUSTOMER = "14155550123";
const CONTACTS = 1000;

const folder = mkdtempSync(join(tmpdir(), "waypost-newcomer-"));
const checkout = join(folder, "waypost");
/** A home of their own, and ports that nobody has; packages come from this machine's cache. */
const sandboxPort = String(freePort());
const environment = {
  ...process.env,
  DATABASE_URL: undefined,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  GIT_CONFIG_GLOBAL: join(folder, "gitconfig"),
  XDG_DATA_HOME: join(folder, "data"),
  XDG_CONFIG_HOME: join(folder, "config"),
  WAYPOST_PORT: String(freePort()),
  WAYPOST_SANDBOX_PORT: sandboxPort,
  WAYPOST_SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
};
const running: Started[] = [];
let step = "";
try {
  await walk();
  process.stdout.write("\nEverything was as documented.\n");
} catch (cause) {
  process.stdout.write(`\nThe step "${step}" is not as documented: ${cause}\n`);
  process.exitCode = 1;
} finally {
  for (const started of running.reverse()) await started.interrupt();
  rmSync(folder, { recursive: true, force: true });
}

async function walk(): Promise<void> {
  begin("Clone what is committed");
  // git refuses checkouts of other users, which a build service's may be
  await Bun.write(join(folder, "gitconfig"), "[safe]\n\tdirectory = *\n");
  await run(`git clone --quiet '${ROOT}' waypost`, /^/, folder);
  begin("Start everything");
  const up = start("../lib/scripts/up");
  await up.until(/delivered +webhook evt_\w+, signature verified[\s\S]*Ctrl-C stops it/);
  const channelId = await pairNumber();
  begin("Send a message, and wait until it is delivered");
  const message = `--channel ${channelId} --to ${CUSTOMER} --text 'Your order is ready'`;
  await run(`./scripts/waypost send ${message} --wait delivered`, /^status\t(delivered|read)$/m);
  begin("Answer from the customer's phone");
  await write("On my way");
  await repeat("messages list --direction inbound --fields status,content.body", /On my way/);
  await followWebhooks();
  await importContacts();
  await replayDelivery();
}

/** Pairs a number with the sandbox; returns its channel. */
async function pairNumber(): Promise<string> {
  begin("Pair a number with a phone of the sandbox");
  const pairing = start("./scripts/waypost channels pair --name Shop");
  const [, channelId = ""] = await pairing.until(/(ch_\w+) is pairing/);
  await run(`./scripts/waypost sandbox phone ${OWN} --scan ${channelId} --once`);
  await pairing.until(new RegExp(`connected\t\\+${OWN}`));
  return channelId;
}

async function followWebhooks(): Promise<void> {
  begin("Listen to webhooks, with the sample of a receiver");
  const port = freePort();
  await run("./scripts/waypost samples create node");
  const listening = start(`./scripts/waypost listen --forward-to http://localhost:${port}`);
  const [, secret = ""] = await listening.until(/\t(whsec_\S+)/);
  const receiver = start(`env WEBHOOK_SECRET=${secret} PORT=${port} bun waypost-node/receiver.mjs`);
  while (!(await fetch(`http://127.0.0.1:${port}`).then(Boolean, () => false))) await Bun.sleep(20);
  await write("Is it far?");
  await receiver.until(/^message\.new /m);
  await listening.until(/\tmessage\.new\t204\t/);
  await listening.interrupt();
}

async function importContacts(): Promise<void> {
  begin("Import contacts from a file");
  const rows = Array.from(
    { length: CONTACTS },
    (_, n) => `Customer ${n},+49151${String(n).padStart(8, "0")}`,
  );
  await Bun.write(join(checkout, "customers.csv"), `Name,Phone\n${rows.join("\n")}\n`);
  const created = new RegExp(`^created\t${CONTACTS}$`, "m");
  await run("./scripts/waypost contacts import customers.csv --yes --strict", created);
}

async function replayDelivery(): Promise<void> {
  begin("Replay a delivery that failed");
  // one that failed is tried again by itself only later than the replay, which then is what delivers it
  let response = () => new Response("down", { status: 500, headers: { "retry-after": "3600" } });
  const receiver = createReceiver(() => response());
  try {
    const endpoint = `./scripts/waypost endpoints create ${receiver.url} --events message.new`;
    const [, secret = ""] = await run(endpoint, /^secret\t(whsec_\S+)$/m);
    await write("Hello?");
    const failed = "--since 1h --status failed";
    const [, eventId] = await repeat(`deliveries list ${failed}`, /\tmessage\.new\t.*(evt_\w+)/);
    response = () => new Response(null, { status: 204 });
    await receiver.next();
    await run(`./scripts/waypost deliveries replay ${failed} --yes`);
    const { headers, body } = await receiver.next();
    if (headers["webhook-id"] !== eventId) throw new Error(`${eventId} was not delivered`);
    new Webhook(secret).verify(body, headers);
  } finally {
    receiver.stop();
  }
}

async function write(text: string): Promise<void> {
  await run(`./scripts/waypost sandbox phone ${CUSTOMER} --text '${text}' --to ${OWN} --once`);
}

function begin(title: string): void {
  step = title;
  process.stdout.write(`\n# ${title}\n\n`);
}

type Started = {
  /** Waits until it has printed this; throws when it ends before, or takes longer than three minutes. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** Its exit code. */
  ended: Promise<number>;
  /** Ctrl-C; resolves when it has ended. */
  interrupt(): Promise<number>;
};

/** Runs a command to its end, and returns what fits in what it printed. Throws when it fails, or nothing fits. */
async function run(command: string, pattern = /^/, cwd = checkout): Promise<RegExpExecArray> {
  const started = start(command, cwd);
  const code = await started.ended;
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return await started.until(pattern);
}

/** Runs a command of the client again and again, until it prints this. */
async function repeat(words: string, pattern: RegExp): Promise<RegExpExecArray> {
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  while (true) {
    const [printed] = await run(`./scripts/waypost ${words}`, /^[\s\S]*$/);
    const match = pattern.exec(printed);
    if (match !== null) return match;
    if (Date.now() > giveUpAt) throw new Error(`${words} never printed ${pattern}`);
  }
}

/** Starts a command as its reader types it, and prints what it prints without its secrets. */
function start(command: string, cwd = checkout): Started {
  print(`$ ${command}\n`);
  const child = Bun.spawn(["bash", "-c", `exec ${command}`], {
    ...{ cwd, env: environment, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  });
  let printed = "";
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      printed += text;
      print(text);
    }
  };
  let over = false;
  const ended = Promise.all([child.exited, read(child.stdout), read(child.stderr)]).then(([code]) => {
    over = true;
    return code;
  });
  const started: Started = {
    ended,
    async until(pattern) {
      for (const giveUpAt = Date.now() + LONGEST_WAIT_MS; ; await Bun.sleep(20)) {
        const isLast = over || Date.now() > giveUpAt;
        const match = pattern.exec(printed);
        if (match !== null) return match;
        if (isLast) throw new Error(`${command} did not print ${pattern}`);
      }
    },
    interrupt() {
      child.kill("SIGINT");
      return ended;
    },
  };
  running.push(started);
  return started;
}

/** A build service may keep what is printed. */
function print(text: string): void {
  process.stdout.write(text.replaceAll(/\b(wpi?|whsec)_[\w+/=]+/g, "$1_…"));
}
