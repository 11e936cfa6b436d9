/** `waypost top` where no view is drawn: pipes, JSON, --once, terminals that can't redraw, no colours. */
import { beforeAll, expect, test } from "bun:test";
import { makeChannel, sendTo } from "../overview/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { clean, openScreen } from "./flows/terminal.ts";
import { runCli } from "./run-cli.ts";

const ESCAPE = "\u001b";

const waypost = sharedDaemon();
beforeAll(async () => {
  await makeChannel(waypost, "Sales\ttabbed");
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { paused: true } });
  await sendTo(waypost, "14155550100");
});

const env = (more: Record<string, string> = {}) => ({
  ...{ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key },
  ...more,
});
const isTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

test("in a pipe it is printed once, a line each, in values separated by tabs", async () => {
  const { code, stdout, stderr } = await runCli(["top"], { env: env() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  const about = (name: string) => lines.filter(([first]) => first === name);
  expect(about("overview")).toEqual([["overview", isTime, expect.stringMatching(/^\d+\.\d+/)]]);
  expect(about("status")).toEqual([
    ["status", "disconnected", "1"],
    ["status", "paused", "1"],
  ]);
  expect(about("messages")).toContainEqual(["messages", "accepted", "1"]);
  expect(about("webhooks")).toContainEqual(["webhooks", "lag_seconds", "0"]);
  expect(about("channel").map((cells) => cells.slice(2, 6))).toEqual([
    ["Sales tabbed", "disconnected", "0", ""],
    ["Sandbox", "paused", "1", isTime],
  ]);
  expect(about("channel")[1]?.[1]).toBe(waypost.channelId);
  expect(about("lane")).toContainEqual(
    expect.arrayContaining(["lane", waypost.channelId, "Sandbox", "messages", "1", "paused"]),
  );
  expect(lines.every((cells) => cells.length > 2)).toBe(true);
});

test("--json is the API's answer as one object, of which --fields takes a part", async () => {
  const { code, stdout } = await runCli(["top", "--json"], { env: env() });
  expect(code).toBe(0);
  expect(Object.keys(JSON.parse(stdout))).toEqual([
    ...[
      "now",
      "version",
      "sandbox",
      "channel_statuses",
      "channels",
      "lanes",
      "rates",
      "webhooks",
      "endpoints",
    ],
    "errors",
  ]);
  const part = await runCli(["top", "--json", "--fields", "channel_statuses.paused"], { env: env() });
  expect(JSON.parse(part.stdout)).toEqual({ "channel_statuses.paused": 1 });
  expect((await runCli(["top", "--fields", "rates.accepted,version"], { env: env() })).stdout).toMatch(
    /^1\t\S+\n$/,
  );
});

test("--once prints tables on a terminal too, no wider than it is", async () => {
  const screen = openScreen(["top", "--once"], { env: env(), size: { columns: 100, rows: 40 } });
  expect(await screen.ended()).toEqual(clean(0));
  const lines = await screen.lines();
  expect(lines[0]).toBe("2 channels: 1 disconnected, 1 paused");
  expect(lines.join("\n")).toMatch(/\nCHANNELS 2 +STATUS +WAITING +OLDEST/);
  expect(lines.join("\n")).toMatch(/\nSandbox +paused +1 /);
  expect(lines.join("\n")).toMatch(/\nENDPOINTS 0.*\nnone yet: waypost endpoints create/);
  expect(Math.max(...lines.map((line) => Bun.stringWidth(line)))).toBeLessThanOrEqual(100);
  expect(screen.written()).toContain(ESCAPE);
});

test("a terminal that can't redraw gets the same without colours, and ends; with --interval it continues", async () => {
  const once = openScreen(["top"], { env: env({ TERM: "dumb" }), size: { columns: 80, rows: 40 } });
  expect(await once.ended()).toEqual(clean(0));
  expect((await once.lines())[0]).toBe("2 channels: 1 disconnected, 1 paused");
  expect(once.written()).not.toContain(ESCAPE);
  const again = openScreen(["top", "--interval", "500ms"], { env: env({ TERM: "dumb" }) });
  await until(() => (again.written().match(/2 channels/g) ?? []).length >= 3);
  again.kill("SIGINT");
  expect(await again.ended()).toEqual(clean(130));
});

test("NO_COLOR leaves colours out of the view, and what is chosen can still be seen", async () => {
  const screen = openScreen(["top"], { env: env({ NO_COLOR: "1" }) });
  await screen.shows(/▸ 1 CHANNELS.*› Sales/s);
  screen.type("q");
  expect(await screen.ended()).toEqual(clean(0));
  expect(screen.written()).not.toMatch(new RegExp(`${ESCAPE}\\[[\\d;]*m`));
});

test("channels pause and resume do from a script what p and r do", async () => {
  const run = (verb: string, ...words: string[]) =>
    runCli(["channels", verb, waypost.channelId, "--json", ...words], { env: env() });
  const settingsOf = async (verb: string) => JSON.parse((await run(verb)).stdout).settings;
  expect(await settingsOf("resume")).toMatchObject({ paused: false });
  expect(JSON.parse((await run("pause", "--dry-run")).stdout)).toMatchObject({
    ...{ method: "PATCH", path: `/v1/channels/${waypost.channelId}` },
    body: { settings: { paused: true } },
  });
  expect(await settingsOf("pause")).toMatchObject({ paused: true });
  const { stdout } = await runCli(["channels", "get", waypost.channelId], { env: env() });
  expect(stdout).toContain("paused\ttrue\n");
});
