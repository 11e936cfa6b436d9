/** `waypost channels pair` in a terminal and in a pipe, with a phone of the WhatsApp Web sandbox. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type PairingSite, startPairingSite } from "../gateway/support.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { qrOnScreen, qrShownBy } from "./qr-screen.ts";
import { cliCommand, runCli, runCliInTerminal, type TerminalRun } from "./run-cli.ts";
import { linesOf } from "./screen.ts";

let site: PairingSite;
let env: Record<string, string>;

beforeAll(async () => {
  site = await startPairingSite();
  env = { WAYPOST_URL: site.daemon.url, WAYPOST_API_KEY: site.daemon.key };
});
afterAll(() => site.stop());

test.each([
  ["a tall terminal", 100, 50, {}, []],
  ["a terminal of 80 by 24 with sextants", 80, 24, {}, ["--sextants"]],
  ["a terminal without colours", 100, 50, { NO_COLOR: "1" }, []],
])(
  "the QR code on the screen of %s is scanned and the number is connected",
  async (_, columns, rows, more, options) => {
    const run = runCliInTerminal(["channels", "pair", ...options], {
      env: { ...env, ...more },
      columns,
      rows,
    });
    const number = `1555702${columns}${rows}`;
    await site.web.control.scan(number, await qrShownBy(run, columns, rows));
    expect(await run.exited).toBe(0);
    expect(await shown(run, columns, rows)).toContain(`+${number}`);
  },
);

test("on 24 lines the whole QR code and what to do with it fit", async () => {
  const run = runCliInTerminal(["channels", "pair", "--sextants"], { env, columns: 80, rows: 24 });
  await qrShownBy(run, 80, 24);
  const screen = await shown(run, 80, 24);
  expect(screen).toContain("Linked devices");
  expect(screen).toContain("a new one in");
  run.type("\x03");
  expect(await run.exited).toBe(130);
  expect(await qrOnScreen(run.screen(), 80, 24)).toBeNull();
});

test("the user is asked to enlarge a window too small for the QR code, and an abandoned pairing is resumed", async () => {
  const run = runCliInTerminal(["channels", "pair", "--name", "Given up"], { env, columns: 80, rows: 24 });
  await run.until("Make the window larger");
  const needed = /larger \((\d+) x (\d+)\)/.exec(await shown(run, 80, 24));
  run.type("\x03");
  expect(await run.exited).toBe(130);
  const [columns, rows] = [Number(needed?.[1]), Number(needed?.[2])];
  const again = runCliInTerminal(["channels", "pair", "--name", "Given up"], { env, columns, rows });
  await site.web.control.scan("15557020003", await qrShownBy(again, columns, rows));
  expect(await again.exited).toBe(0);
  expect(again.screen()).toContain("which is not paired yet");
  const { body } = await site.daemon.call("GET", "/v1/channels?limit=100");
  expect(body.data.filter(({ name }: { name: string }) => name === "Given up")).toHaveLength(1);
});

test("without a terminal the codes come as lines and as a picture that is removed at the end", async () => {
  const picture = join(temporaryFolder("pair"), "code.png");
  const child = Bun.spawn(cliCommand(["channels", "pair", "--json", "--png", picture]), {
    env: { ...env, HOME: "/nonexistent", PATH: process.env.PATH ?? "" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const events: { event: string; qr?: string; channel?: { status: string } }[] = [];
  for await (const line of jsonLines(child.stdout)) {
    const event = JSON.parse(line);
    events.push(event);
    if (event.event !== "qr") continue;
    await until(() => existsSync(picture));
    expect(readFileSync(picture).subarray(1, 4).toString()).toBe("PNG");
    await site.web.control.scan("15557020001", event.qr);
  }
  expect(await child.exited).toBe(0);
  expect(events.at(-1)).toMatchObject({ event: "connected", channel: { status: "connected" } });
  expect(existsSync(picture)).toBe(false);
});

test("without a terminal each step of a passkey is a line with its address, and with the code", async () => {
  const id = await site.newChannel();
  const { passkeys, scan } = site.web.control;
  const number = "15557020009";
  passkeys.setDemand(number, "with_challenge");
  const child = Bun.spawn(cliCommand(["channels", "pair", id, "--json"]), {
    env: { ...env, HOME: "/nonexistent", PATH: process.env.PATH ?? "" },
    stdout: "pipe",
    stderr: "ignore",
  });
  const { call } = site.daemon;
  const shown: Record<string, { url: string; code: string | null }> = {};
  for await (const line of jsonLines(child.stdout)) {
    const { event, state, url, code, qr } = JSON.parse(line);
    if (event === "qr") scan(number, qr).catch(() => {});
    if (event !== "passkey") continue;
    shown[state] = { url, code };
    // the steps behind these end by themselves, and may be over
    if (state !== "passkey_wanted" && state !== "confirm") continue;
    const { passkey } = (await call("GET", `/v1/channels/${id}/qr`)).body;
    expect(url).toBe(passkey.url);
    if (state === "passkey_wanted") {
      const body = { token: passkey.token, assertion: passkeys.sign(number, passkey.options) };
      await call("POST", `/v1/channels/${id}/passkey`, body);
    } else {
      passkeys.answer(number, true);
      await call("POST", `/v1/channels/${id}/passkey/confirm`, { token: passkey.token, code });
    }
  }
  expect(await child.exited).toBe(0);
  expect(shown.passkey_wanted?.code).toBeNull();
  expect(shown.confirm?.code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
});

test("the picture is removed when it is interrupted, too", async () => {
  const picture = join(temporaryFolder("pair"), "code.png");
  const run = runCliInTerminal(["channels", "pair", "--png", picture], { env, columns: 80, rows: 24 });
  await run.until("Make the window larger");
  await until(() => existsSync(picture));
  run.type("\x03");
  expect(await run.exited).toBe(130);
  expect(existsSync(picture)).toBe(false);
});

test("a code can be typed on the phone instead", async () => {
  const run = runCliInTerminal(
    ["channels", "pair", "--name", "Typed", "--code", "--phone", "+1 555 702 0002"],
    { env },
  );
  await run.until("waiting for the phone");
  const code = /([0-9A-Z]{4})-?([0-9A-Z]{4})/.exec(await shown(run, 100, 24));
  await site.web.control.typeCode("15557020002", `${code?.[1]}${code?.[2]}`);
  expect(await run.exited).toBe(0);
});

test("a pairing that ends otherwise ends it with exit code 5 and the reason", async () => {
  const id = await site.newChannel();
  const run = runCliInTerminal(["channels", "pair", id], { env });
  await run.until("Make the window larger");
  await site.daemon.call("POST", `/v1/channels/${id}/disconnect`, {});
  expect(await run.exited).toBe(5);
  expect(run.screen()).toContain("the pairing was ended");
});

test("waiting longer than --timeout ends it with exit code 6", async () => {
  site.web.control.fault({ fault: "no_qr", times: 1 });
  const { code, stderr } = await runCli(["channels", "pair", "--timeout", "1s"], { env });
  expect(code).toBe(6);
  expect(stderr).toContain("waypost channels pair ch_");
});

async function shown(run: TerminalRun, columns: number, rows: number): Promise<string> {
  return (await linesOf(run.screen(), { cols: columns, rows })).join("\n");
}

async function* jsonLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of stream) {
    rest += decoder.decode(piece, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
