/** The pictures of the documentation: what runs, and when it is looked at. */
import type { Terminal } from "@xterm/headless";
import type { Stage } from "./stage.ts";

export type Take = {
  /** Of the file in docs/screens. */
  name: string;
  title: string;
  /** Runs the command and hands over its terminal at the right moment. */
  shoot(stage: Stage, look: (terminal: Terminal) => Promise<void>): Promise<void>;
};

const CUSTOMER = "14155550123";
const GUEST = "14155550130";
/** One of the sandbox's test numbers: messages to it fail. */
const UNREACHABLE = "15550000101";
/** Several, to whom a paired number writes one after another, like a person. */
const PEOPLE = ["14155550124", "14155550125", "14155550126", "14155550127", "14155550128"] as const;

/** In this order: the later ones show what the earlier ones did. */
export const TAKES: readonly Take[] = [
  {
    name: "send",
    title: "waypost send --wait: a message that is sent, and followed until it is read",
    async shoot(stage, look) {
      const words = ["send", "--to", CUSTOMER, "--text", "Your table is ready", "--wait", "read"];
      const recording = stage.record(words, { columns: 80, rows: 6 });
      if ((await recording.exited) !== 0) throw new Error(recording.lines().join("\n"));
      await look(recording.terminal);
    },
  },
  {
    name: "listen",
    title: "waypost listen: events as they happen, and what a program on this machine answers to each",
    shoot: shootListen,
  },
  {
    name: "inbox",
    title: "waypost inbox: a conversation that is read and answered in the terminal",
    shoot: shootInbox,
  },
  {
    name: "pair",
    title: "waypost channels pair: the QR code that connects a number",
    async shoot(stage, look) {
      const recording = stage.record(["channels", "pair", "--name", "Shop"], { columns: 110, rows: 37 });
      await recording.until(/Sandbox: scan with[\s\S]*a new one in/);
      await look(recording.terminal);
      const [channel = ""] = /ch_\w+/.exec(recording.lines().join("\n")) ?? [];
      await stage.run(["sandbox", "phone", "15557010001", "--scan", channel, "--once"]);
      if ((await recording.exited) !== 0) throw new Error(recording.lines().join("\n"));
    },
  },
  {
    name: "top",
    title: "waypost top: channels, lanes, rates, webhooks and errors as they are now",
    shoot: shootTop,
  },
];

/** A program that fails twice; the first time, the event is sent again by hand. */
async function shootListen(stage: Stage, look: (terminal: Terminal) => Promise<void>): Promise<void> {
  let calls = 0;
  const receiver = startReceiver(
    () => new Response(null, { status: FAILING_CALLS.includes(++calls) ? 500 : 204 }),
  );
  const events = ["--events", "message.new,message.status_update"];
  const words = ["listen", "--forward-to", `http://localhost:${receiver.port}/hook`, ...events];
  const recording = stage.record(
    words,
    { columns: 108, rows: 16 },
    { WAYPOST_LISTEN_SECRET: EXAMPLE_SECRET },
  );
  try {
    await recording.until(/connected[\s\S]*Waiting for events/);
    await stage.run(["sandbox", "inbound", "--from", CUSTOMER, "--text", "Is it ready?"]);
    await recording.until(/message\.new +500/);
    recording.type("r");
    await recording.until(/message\.new +204.*×2/);
    await stage.run(["send", "--to", CUSTOMER, "--text", "Nearly", "--wait", "read"]);
    await recording.until(/(message\.status_update +\d{3}[\s\S]*){4}/);
    await look(recording.terminal);
  } finally {
    await recording.end();
    await receiver.stop(true);
  }
}

/** A customer who asks, and is answered. */
async function shootInbox(stage: Stage, look: (terminal: Terminal) => Promise<void>): Promise<void> {
  await stage.run(["sandbox", "inbound", "--from", GUEST, "--text", "Is the table by the window free?"]);
  const recording = stage.record(["inbox", GUEST], { columns: 92, rows: 16, isWhole: true });
  try {
    await recording.until(/Is the table/);
    recording.type("\r");
    await recording.until(/< Is the table by the window free/);
    recording.type("Yes, it is. At what time?\r");
    await recording.until(/✓✓ read/);
    recording.type("We keep it until eight");
    await recording.until(/until eight▏/);
    await look(recording.terminal);
  } finally {
    await recording.end();
  }
}

/** With something to see: messages that wait for their turn, one that failed, and an endpoint that is down. */
async function shootTop(stage: Stage, look: (terminal: Terminal) => Promise<void>): Promise<void> {
  // It is not to be tried again while the picture is taken.
  const response = { status: 500, headers: { "retry-after": "3600" } };
  using receiver = startReceiver(() => new Response(null, response));
  await stage.run(["endpoints", "create", `http://localhost:${receiver.port}/`, "--events", "message.new"]);
  const channels = await stage.run(["channels", "list"]);
  const channelOf = (name: string) => new RegExp(`(ch_\\w+) .* ${name} `).exec(channels)?.[1] ?? "";
  const send = (name: string, to: string) =>
    stage.run(["send", "--channel", channelOf(name), "--to", to, "--text", "Your table is ready"]);
  const recording = stage.record(["top", "--interval", "500ms"], { columns: 110, rows: 30, isWhole: true });
  try {
    await recording.until(/ERRORS/);
    await send("Sandbox", UNREACHABLE);
    await recording.until(/recipient_unreachable/);
    await stage.run(["sandbox", "inbound", "--from", CUSTOMER, "--text", "Is it ready?"]);
    await recording.until(/answered 500[\s\S]*message\.new/);
    await Promise.all(PEOPLE.map((to) => send("Shop", to)));
    await recording.until(/Shop +connected +[1-9][\s\S]*Sandbox +connected.*GREEN/);
    await look(recording.terminal);
  } finally {
    await recording.end();
  }
}

const FAILING_CALLS: readonly number[] = [1, 4];

/** The example of Svix's documentation: nobody's. */
const EXAMPLE_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** On the port that the documentation names, unless something else has it. */
function startReceiver(respond: () => Response): Bun.Server<undefined> {
  const serve = (port: number) => Bun.serve({ hostname: "127.0.0.1", port, fetch: respond });
  try {
    return serve(3000);
  } catch {
    return serve(0);
  }
}
