/** `waypost logs tail` while daemons end, come back and are several, and while its key ends. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { emit } from "../events/support.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { until } from "../support/until.ts";
import { cliCommand, cliEnvironment, newHome, runCli } from "./run-cli.ts";

const ports = [freePort(), freePort()] as const;
let site: Site;
let here: DaemonProcess;
let other: DaemonProcess;
beforeAll(async () => {
  site = await prepareSite(ports[0], {});
  [here, other] = [await site.start(ports[0]), await site.start(ports[1])];
});
afterAll(() => site.stop());

/** A tail that runs: what it printed so far, and what it remarked. */
function openTail(args: string[], key = site.key) {
  const child = Bun.spawn(cliCommand(["logs", "tail", ...args]), {
    env: cliEnvironment(newHome(), { WAYPOST_URL: here.url, WAYPOST_API_KEY: key }),
    stdout: "pipe",
    stderr: "pipe",
  });
  const printed = collect(child.stdout);
  const remarks = collect(child.stderr);
  return { child, printed, remarks };
}

function collect(stream: ReadableStream<Uint8Array>) {
  let text = "";
  let changed = () => {};
  const ended = (async () => {
    for await (const piece of stream) {
      text += new TextDecoder().decode(piece);
      changed();
    }
  })();
  return {
    text: () => text,
    async until(wanted: string | (() => boolean)): Promise<void> {
      const holds = typeof wanted === "string" ? () => text.includes(wanted) : wanted;
      while (!holds()) {
        const change = new Promise<void>((resolve) => {
          changed = resolve;
        });
        const over = ended.then(() => {
          if (!holds()) throw new Error(`it ended with: ${text}`);
        });
        await Promise.race([change, over]);
      }
    },
  };
}

const ask = ({ url }: DaemonProcess, path: string) => caller(url, site.key)("GET", path);
const step = (n: number) =>
  emit(
    site.sql,
    site.organizationId,
    { message_id: `m${n}`, status: "sent" },
    { type: "message.status_update" },
  );
const pathsOf = (text: string) => [...text.matchAll(/\t(\/v1\/messages\/\S+)\t/g)].map(([, path]) => path);
const stepsOf = (text: string) => [...text.matchAll(/\t(m\d+)\t/g)].map(([, id]) => id);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => `m${n}`);

test("with --since it begins with what the daemons have kept, this one and the others", async () => {
  await ask(here, "/v1/messages/kept-here");
  await ask(other, "/v1/messages/kept-elsewhere");
  await ask(other, "/v1/messages/last");
  const { child, printed } = openTail(["--since", "10m", "--path", "/v1/messages/"]);
  await printed.until("/v1/messages/last");
  expect(pathsOf(printed.text())).toEqual(
    ["kept-here", "kept-elsewhere", "last"].map((id) => `/v1/messages/${id}`),
  );
  child.kill("SIGINT");
  expect(await child.exited).toBe(130);
});

test("one tail shows the requests of every daemon", async () => {
  const { child, printed, remarks } = openTail(["--requests", "--path", "/v1/messages/"]);
  await remarks.until("Waiting for requests and messages.");
  for (let n = 0; n < 4; n++) await ask(n % 2 === 0 ? here : other, `/v1/messages/both${n}`);
  await printed.until(() => pathsOf(printed.text()).length >= 4);
  expect(pathsOf(printed.text()).toSorted()).toEqual([0, 1, 2, 3].map((n) => `/v1/messages/both${n}`));
  child.kill("SIGINT");
  expect(await child.exited).toBe(130);
});

test("when its daemon is killed, it says so and continues: no step is missing or shown twice, nor a request of others", async () => {
  const { child, printed, remarks } = openTail([]);
  await remarks.until("Waiting for requests and messages.");
  await ask(here, "/v1/messages/before");
  await printed.until("/v1/messages/before");
  for (let n = 0; n < 10; n++) await step(n);
  await printed.until("\tm9\t");
  await here.kill();
  await remarks.until("Reconnecting: ");
  for (let n = 10; n < 20; n++) await step(n);
  await ask(other, "/v1/messages/meanwhile");
  here = await site.start(ports[0]);
  await remarks.until("Connected again.");
  await ask(here, "/v1/messages/after");
  await printed.until("\tm19\t");
  await printed.until("/v1/messages/after");
  await printed.until("/v1/messages/meanwhile");
  expect(stepsOf(printed.text())).toEqual(upTo(20));
  expect(pathsOf(printed.text()).toSorted()).toEqual(
    ["after", "before", "meanwhile"].map((name) => `/v1/messages/${name}`),
  );
  await remarks.until("a daemon stopped: its last requests may be missing here");
  expect(remarks.text().match(/Reconnecting/g)).toHaveLength(1);
  child.kill("SIGINT");
  expect(await child.exited).toBe(130);
});

test("a key that ends while it is used ends the tail: refused, with what to do", async () => {
  const call = caller(here.url, site.key);
  const { body } = await call("POST", "/v1/api-keys", {
    name: "t",
    permissions: ["logs:read", "events:read"],
  });
  const { child, remarks } = openTail([], body.key);
  await remarks.until("Waiting for requests and messages.");
  await call("DELETE", `/v1/api-keys/${body.id}`);
  await until(async () => (await caller(here.url, body.key)("GET", "/v1/channels")).status === 401);
  await ask(here, "/v1/messages/one-more");
  await step(100);
  expect(await child.exited).toBe(3);
  await remarks.until("is not valid at");
});

test("where no daemon answers, it ends with 4", async () => {
  const env = { WAYPOST_URL: `http://127.0.0.1:${freePort()}`, WAYPOST_API_KEY: site.key };
  for (const args of [
    ["logs", "tail"],
    ["logs", "tail", "--since", "1m", "--json"],
  ]) {
    const { code, stdout, stderr } = await runCli(args, { env });
    expect([code, stdout, stderr]).toEqual([4, "", expect.stringContaining("can't be reached")]);
  }
});

test("a reader that has seen enough ends it without an error", async () => {
  await ask(here, "/v1/messages/enough");
  const shell = Bun.spawn(
    ["sh", "-c", `${cliCommand(["logs", "tail", "--since", "10m"]).join(" ")} | head -n 1`],
    {
      env: cliEnvironment(newHome(), { WAYPOST_URL: here.url, WAYPOST_API_KEY: site.key }),
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  const asking = setInterval(() => void ask(here, "/v1/messages/more"), 50);
  expect((await shell.stdout.text()).trimEnd().split("\n")).toHaveLength(1);
  expect(await shell.exited).toBe(0);
  clearInterval(asking);
  expect(await shell.stderr.text()).not.toContain("error");
});
