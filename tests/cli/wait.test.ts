import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { journeyOf } from "../../cli/commands/send/journey.ts";
import type { Message } from "../../cli/lib/api/types/messages.ts";
import { createStyle } from "../../cli/lib/text/style.ts";
import { type ContractServer, KEY, startContractServer } from "../support/contract-server.ts";
import { runCli, runCliInTerminal } from "./run-cli.ts";

let server: ContractServer;
beforeAll(() => {
  server = startContractServer();
});
afterAll(() => server.stop());

const environment = () => ({ WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY });
const command = (to: string, ...args: string[]) => [
  "send",
  "--to",
  `+${to}`,
  "--text",
  "hi",
  "--channel",
  "ch_1",
  ...args,
];
const send = (to: string, ...args: string[]) => runCli(command(to, ...args), { env: environment() });

describe("send --wait", () => {
  test("delivered: 0, the final record on standard output, each status once on standard error", async () => {
    const run = await send("4915001", "--wait", "delivered");
    expect(run.code).toBe(0);
    expect(run.stdout).toContain("status\tdelivered\n");
    expect(run.stderr).toBe("queued\nsending\nsent\ndelivered\n");
  });

  test("--json gives the final record", async () => {
    const run = await send("4915001", "--wait", "read", "--json");
    expect(JSON.parse(run.stdout)).toMatchObject({ status: "read", to: "4915001" });
  });

  test("sent is satisfied by whatever comes after it", async () => {
    expect(await send("4915004", "--wait", "sent", "--quiet")).toMatchObject({ code: 0, stderr: "" });
  });

  test("read is satisfied by played", async () => {
    expect((await send("4915005", "--wait", "read")).code).toBe(0);
  });

  test("failed: 5, with the code, the provider's code and what to do", async () => {
    const run = await send("4915002", "--wait", "delivered");
    expect(run.code).toBe(5);
    expect(run.stdout).toContain("status\tfailed\n");
    expect(run.stderr).toContain(
      "the number is not on WhatsApp (recipient_unreachable, provider code 131026)",
    );
    expect(run.stderr).toContain("check --to");
  });

  test("read is not satisfied by delivered: 6 when the time is over", async () => {
    const run = await send("4915004", "--wait", "read", "--timeout", "800ms");
    expect(run.code).toBe(6);
    expect(run.stdout).toContain("status\tdelivered\n");
    expect(run.stderr).toContain("the message is delivered, not read, after 0.8 s");
  });
});

describe("send --wait in a terminal", () => {
  test("draws the way of the message and takes the drawing away", async () => {
    const run = runCliInTerminal(command("4915001", "--wait", "read"), { env: environment() });
    await run.until("✓ sent");
    expect(await run.exited).toBe(0);
    expect(run.screen()).toContain("\u001b[?25h");
    expect(run.screen()).toContain("read");
  });

  test("ends with the result, and how to read more", async () => {
    const run = runCliInTerminal(command("4915001", "--wait", "read"), { env: environment() });
    expect(await run.exited).toBe(0);
    expect(Bun.stripANSI(run.screen())).toMatch(/4915001 {2}read\s+waypost messages get [0-9a-f-]{36}/);
  });

  test("Ctrl-C ends it with 130 and the cursor visible", async () => {
    const run = runCliInTerminal(command("4915003", "--wait", "read"), { env: environment() });
    await run.until("✓ queued");
    run.type("\u0003");
    expect(await run.exited).toBe(130);
    expect(run.screen().lastIndexOf("\u001b[?25h")).toBeGreaterThan(run.screen().lastIndexOf("\u001b[?25l"));
    expect(Bun.stripANSI(run.screen())).toMatch(
      /is sent all the same\. .*waypost messages get [0-9a-f-]{36}/s,
    );
  });

  test("TERM=dumb gets plain lines without any escape", async () => {
    const run = runCliInTerminal(command("4915001", "--wait", "sent"), {
      env: { ...environment(), TERM: "dumb" },
    });
    expect(await run.exited).toBe(0);
    expect(run.screen()).toContain("sending\r\n");
    expect(run.screen()).not.toContain("\u001b");
  });

  test("NO_COLOR leaves colours away from the drawing too", async () => {
    const run = runCliInTerminal(command("4915001", "--wait", "read"), {
      env: { ...environment(), NO_COLOR: "1" },
    });
    expect(await run.exited).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape itself is what is looked for
    expect(run.screen()).not.toMatch(/\u001b\[3\dm/);
  });
});

test("the line says how long each status took", () => {
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
  const status_history = [
    { status: "queued", at: at(0) },
    { status: "sent", at: at(0.2) },
    { status: "read", at: at(61) },
  ];
  const message = { id: "01a2", to: "4915001", status: "read", status_history } as Message;
  expect(journeyOf(message, createStyle(false))).toBe(
    "4915001  queued  sent 0.2s  read 61.0s\nwaypost messages get 01a2",
  );
});
