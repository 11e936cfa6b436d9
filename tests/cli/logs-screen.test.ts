/** `waypost logs tail` on terminals. */
import { beforeAll, describe, expect, test } from "bun:test";
import { fitParts } from "../../cli/commands/logs/fit.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { clean, openScreen } from "./flows/terminal.ts";
import { runCliInTerminal } from "./run-cli.ts";
import { linesOf } from "./screen.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  for (let n = 0; n < 3; n++) await waypost.call("GET", "/v1/channels");
});

const NUMBER = "4915112345678";
/** The sandbox reports these as failed. */
const UNDELIVERABLE = "15550000112";
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
const COLOUR = /\u001b\[\d+m/g;
const env = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });

async function send(to: string): Promise<string> {
  const { body } = await waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to, type: "text", content: { body: "the table is ready" } },
  });
  return body.id;
}

describe.each([
  [80, 24],
  [200, 50],
])("in a terminal of %i by %i", (columns, rows) => {
  test("log lines fit the screen, and stay after Ctrl-C", async () => {
    const screen = runCliInTerminal(["logs", "tail"], { env: env(), columns, rows });
    await screen.until("Waiting for requests and messages.");
    const id = await send(NUMBER);
    await send(UNDELIVERABLE);
    await waypost.call("GET", `/v1/messages/${id}x/status`);
    await screen.until("recipient_unreachable");
    await screen.until("not_found");
    screen.type("\u0003");
    expect(await screen.exited).toBe(130);
    const lines = await linesOf(screen.screen(), { cols: columns, rows });
    const shown = lines.join("\n");
    expect(shown).toMatch(/^\d\d:\d\d:\d\d {2}POST {4}201 {6} +\d+ ms {2}\/v1\/messages {2}first key/m);
    expect(shown).toMatch(/^\d\d:\d\d:\d\d {2}out {5}queued {4} +\+\d+ ms {2}4915112345678 {2}text/m);
    expect(shown).toMatch(
      /^\d\d:\d\d:\d\d {2}out {5}failed {4} +\+\d.* {2}15550000112 {2}recipient_unreachable Messa/m,
    );
    expect(shown).toMatch(
      /^\d\d:\d\d:\d\d {2}GET {5}404 {6} +\d+ ms {2}not_found {2}\/v1\/messages\/[\w-]+/m,
    );
    // no line went over the edge
    expect(lines.filter((line) => line !== "" && !/^(\d\d:|Waiting|\^C)/.test(line))).toEqual([]);
    // nothing but colours: the lines are only ever added to
    expect(screen.screen().replaceAll(COLOUR, "")).not.toContain("\u001b");
  });
});

test("lines are as wide as the terminal has become", async () => {
  const screen = openScreen(["logs", "tail", "--requests"], { env: env() });
  await screen.shows("Waiting for requests and messages.");
  const { headers } = await waypost.call("GET", "/v1/messages/narrow");
  await screen.shows("/v1/messages/narrow");
  screen.resize({ columns: 200, rows: 50 });
  const wide = await waypost.call("GET", "/v1/messages/wide");
  const shown = await screen.shows(wide.headers.get("x-request-id") ?? "none");
  expect(shown).not.toContain(headers.get("x-request-id") ?? "none");
  screen.type("\u0003");
  expect(await screen.ended()).toEqual(clean(130));
});

test.each([
  [30, "not_found  /v1/messages  CI"],
  [24, "not_found  /v1/messages"],
  [20, "not_found  /v1/mess…"],
  [12, "not_found  …"],
  [9, "not_found"],
  [0, ""],
])("parts are cut or left out where the room is %i wide", (width, line) => {
  const parts = [
    { text: "not_found" },
    { text: "" },
    { text: "/v1/messages" },
    { text: "CI", whole: true },
  ] as const;
  expect(fitParts(parts, width)).toBe(line);
});

test("wide letters count double, and what would move the cursor is taken out", () => {
  expect(fitParts([{ text: "鍵鍵鍵" }], 5)).toBe("鍵鍵…");
  expect(fitParts([{ text: "a\u001b[2Jb" }], 20)).toBe("a [2Jb");
});

test("in a dumb terminal there is nothing but text", async () => {
  const screen = await lastLines({ TERM: "dumb" });
  expect(screen).not.toContain("\u001b");
  expect(screen.trimEnd().split("\n")).toHaveLength(3);
});

test("with NO_COLOR nothing has a colour", async () => {
  const screen = await lastLines({ NO_COLOR: "1" });
  // the line that says the answer takes long may still be wiped
  const text = screen.replaceAll("\u001b[K", "");
  expect(text).not.toContain("\u001b");
  expect(screen.trimEnd().split("\n")).toHaveLength(3);
});

async function lastLines(given: Record<string, string>): Promise<string> {
  const screen = runCliInTerminal(["logs", "tail", "--no-follow", "-n", "3"], {
    env: { ...env(), ...given },
  });
  expect(await screen.exited).toBe(0);
  return screen.screen();
}
