import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "svix";
import { selfSignedCertificate } from "../../daemon/sandbox/whatsapp-web/wire/tls.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { emit } from "../events/support.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { type Received, startReceiver } from "../webhooks/receiver.ts";
import { cliCommand, cliEnvironment, newHome, runCli, runCliInTerminal } from "./run-cli.ts";
import { linesOf } from "./screen.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAAAAA=";
const DOWN = "\u001b[B";
const UP = "\u001b[A";

let waypost: OwnDaemon;
let receiver: ReturnType<typeof startReceiver>;
let answers: ((nth: number) => Response) | undefined;
beforeAll(async () => {
  waypost = await startTestDaemon();
  receiver = startReceiver((nth) => answers?.(nth) ?? new Response("ok"));
});
beforeEach(() => {
  receiver.received.length = 0;
  answers = undefined;
});
afterAll(async () => {
  await receiver.stop();
  await waypost.stop();
});

const env = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const trigger = (type: string) => runCli(["trigger", type], { env: env() });
const write = (n: number) => emit(waypost.sql, waypost.organizationId, { n });
const count = (received: number) => until(() => receiver.received.length >= received);

/** Starts it without a terminal; `output` grows. */
function listen(args: string[], given: Record<string, string> = env()) {
  const child = Bun.spawn(cliCommand(["listen", "--forward-to", receiver.url, ...args]), {
    env: cliEnvironment(newHome(), given),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const output = { stdout: "", stderr: "" };
  const read = async (name: "stdout" | "stderr") => {
    const decoder = new TextDecoder();
    for await (const piece of child[name]) output[name] += decoder.decode(piece, { stream: true });
  };
  void read("stdout");
  void read("stderr");
  return { child, output };
}

/** The body of what was forwarded; throws unless it verifies. */
function verified(secret: string, { headers, body }: Received): Record<string, unknown> {
  new Webhook(secret).verify(body, headers);
  return JSON.parse(body);
}

test("in a pipe: the secret, then each event with its answer; what is forwarded verifies by svix", async () => {
  answers = (nth) => (nth === 1 ? new Response("no", { status: 500 }) : new Response("ok"));
  const { child, output } = listen([]);
  await until(() => output.stderr.includes("Forwarding to"));
  for (const type of ["message.new", "crm.record.created"]) expect((await trigger(type)).code).toBe(0);
  await until(() => output.stdout.split("\n").length === 4);
  const [first, ...lines] = output.stdout.trimEnd().split("\n");
  const [, secret = ""] = first?.split("\t") ?? [];
  expect(receiver.received.map((one) => verified(secret, one))).toMatchObject([
    { test: true },
    { test: true },
  ]);
  expect(lines).toEqual([
    expect.stringMatching(/^evt_\w+\tmessage\.new\t200\t\d+$/),
    expect.stringMatching(/^evt_\w+\tcrm\.record\.created\t500\t\d+$/),
  ]);
  const [id] = lines[1]?.split("\t") ?? [];
  child.kill("SIGINT");
  expect(await child.exited).toBe(130);
  await until(() => output.stderr.includes(`To continue from here: --after ${id}`));
});

test("--json gives a line of JSON for each, --secret signs with a known one, --events leaves others out", async () => {
  const { child, output } = listen(["--json", "--secret", SECRET, "--events", "contact.updated"]);
  await until(() => output.stderr.includes("Forwarding to"));
  await trigger("message.new");
  await trigger("contact.updated");
  await until(() => output.stdout.trimEnd().split("\n").length === 2);
  child.kill();
  const lines = output.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { forward_to: receiver.url, secret: SECRET },
    { type: "contact.updated", status: 200, error: null },
  ]);
  expect(receiver.received.map((one) => verified(SECRET, one))).toHaveLength(1);
});

test("an address where nothing listens is said with each event, and the others follow", async () => {
  const { child, output } = listen(["--json", "--forward-to", `127.0.0.1:${freePort()}`]);
  await until(() => output.stderr.includes("Forwarding to"));
  await trigger("message.new");
  await until(() => output.stdout.includes("nothing listens there"));
  expect(output.stdout).toContain('"status":null');
  child.kill();
});

test("an https address whose certificate nobody vouches for is taken with --skip-verify alone", async () => {
  using secure = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: selfSignedCertificate(),
    fetch: () => new Response("ok"),
  });
  const to = ["--json", "--forward-to", `https://127.0.0.1:${secure.port}/`];
  const [strict, lenient] = [listen(to), listen([...to, "--skip-verify"])];
  for (const { output } of [strict, lenient]) await until(() => output.stderr.includes("Forwarding to"));
  await trigger("message.new");
  await until(() => [strict, lenient].every(({ output }) => output.stdout.includes("duration_ms")));
  expect(strict.output.stdout).toContain('"status":null,"error":"no response (');
  expect(lenient.output.stdout).toContain('"status":200');
  for (const { child } of [strict, lenient]) child.kill();
});

test("--since and --after begin in the past", async () => {
  await write(1);
  await write(2);
  const { data } = (await waypost.call("GET", "/v1/events?limit=100")).body;
  const first = data.findLast((event: { body: { n?: number } }) => event.body.n === 1);
  const { child } = listen(["--after", first.id]);
  await count(1);
  expect(JSON.parse(receiver.received[0]?.body ?? "")).toEqual({ n: 2 });
  child.kill();
});

test.each([
  [["--forward-to", "ftp://x"], 2, "is not an address"],
  [["--secret", "hunter2"], 2, "starts with whsec_"],
  [["--events", "message.nwe"], 3, 'there is no event type "message.nwe"'],
  [["--after", "evt_unknown"], 3, "start with since"],
  [["--url", "http://127.0.0.1:1"], 4, "can't be reached"],
])("%p ends with exit code %p", async (args, code, message) => {
  const run = await runCli(["listen", "--forward-to", receiver.url, ...args], { env: env() });
  expect(run).toMatchObject({ code, stderr: expect.stringContaining(message) });
});

test("the machine's own secret stays the same, also for those that start at once, and is its owner's alone", async () => {
  const home = newHome();
  const print = (...args: string[]) => runCli(["listen", "--print-secret", ...args], { home });
  const runs = await Promise.all([print(), print(), print("--json")]);
  const [secret = ""] = runs.map(({ stdout }) => stdout.trim());
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(runs.map(({ stdout }) => stdout.trim())).toEqual([secret, secret, JSON.stringify({ secret })]);
  expect(statSync(join(home, ".config/waypost/listen-secret")).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(home, ".config/waypost"))).toEqual(["listen-secret"]);
  expect((await print("--secret", SECRET)).stdout).toBe(`${SECRET}\n`);
});

test("without an address and without --print-secret it is a usage error", async () => {
  expect(await runCli(["listen"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--forward-to"),
  });
});

test("on a terminal: events can be chosen, looked at and sent again", async () => {
  answers = (nth) => (nth === 0 ? new Response("no such order", { status: 500 }) : new Response("ok"));
  const run = runCliInTerminal(["listen", "--forward-to", receiver.url, "--secret", SECRET], { env: env() });
  const screen = async () => (await linesOf(run.screen())).join("\n");
  const shows = async (text: string | RegExp) => {
    await until(async () => (await screen()).match(text) !== null);
  };
  await shows("Waiting for events");
  for (const type of ["message.new", "crm.record.created"]) await trigger(type);
  await shows(/message\.new +500 .*\n› .*crm\.record\.created +200/);
  run.type(UP);
  await shows(/› .*message\.new +500/);
  run.type("r");
  await shows(/› .*message\.new +200 .*×2/);
  expect(receiver.received.map((one) => one.headers["webhook-id"]).at(-1)).toBe(
    receiver.received[0]?.headers["webhook-id"] ?? "",
  );
  run.type("\r");
  await shows(/Responses to 2 attempts\n500 .*\n200 .*\nok/);
  for (let line = 0; line < 40; line++) run.type(DOWN);
  await shows("webhook-event-type: message.new");
  run.type("q");
  expect(await run.exited).toBe(0);
  expect(await screen()).toContain("To continue from here: --after evt_");
  expect(run.screen()).toContain("\u001b[?25h");
  for (const one of receiver.received) verified(SECRET, one);
});

test("on a terminal Ctrl-C ends it with 130", async () => {
  const run = runCliInTerminal(["listen", "--forward-to", receiver.url], { env: env() });
  await run.until("Waiting for events");
  run.type("\u0003");
  expect(await run.exited).toBe(130);
});

test(
  "when the daemon is restarted in the middle, nothing is missed and nothing comes twice",
  async () => {
    const COUNT = 60;
    const port = freePort();
    const site: Site = await prepareSite(port, {});
    let daemon = await site.start(port);
    const { child, output } = listen(["--secret", SECRET], {
      WAYPOST_URL: daemon.url,
      WAYPOST_API_KEY: site.key,
    });
    await until(() => output.stderr.includes("Forwarding to"));
    for (let n = 0; n < COUNT; n++) {
      if (n === 20) await daemon.kill();
      if (n === 40) daemon = await site.start(port);
      await emit(site.sql, site.organizationId, { n });
    }
    await count(COUNT);
    expect(output.stderr).toContain("Reconnecting");
    const numbers = receiver.received.map((one) => verified(SECRET, one).n);
    expect(numbers).toEqual(Array.from({ length: COUNT }, (_, n) => n));
    child.kill();
    await child.exited;
    await site.stop();
  },
  LONG_MS,
);
