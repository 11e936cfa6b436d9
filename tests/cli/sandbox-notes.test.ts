/** The CLI says that it works with a sandbox, and how to leave it. */
import { beforeAll, expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";
import { runCli, runCliInTerminal } from "./run-cli.ts";

const waypost = ownDaemon({ config: { sandbox: true } });
const env = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const NOTE = "Sandbox: no real phones.";

beforeAll(async () => {
  await waypost.sql`update channels set sandbox = true`;
});

test.each([
  ["channels list", ["channels", "list"], NOTE],
  ["send", ["send", "--to", "491700000001", "--text", "Hello"], NOTE],
  ["top", ["top", "--once"], "without --sandbox"],
])("%s says on a terminal that a sandbox stands in for WhatsApp", async (_, args, expected) => {
  const run = runCliInTerminal(args, { env: env(), columns: 120 });
  expect(await run.exited).toBe(0);
  expect(run.screen()).toContain(expected);
});

test("a program that reads gets the channel's record alone, which says so", async () => {
  const run = await runCli(["channels", "list", "--json"], { env: env() });
  expect(run.stderr).toBe("");
  expect(JSON.parse(run.stdout).data).toMatchObject([{ sandbox: true, status: "connected" }]);
});

test("a channel that WhatsApp refuses is created, with exit code 5 and what to do about it", async () => {
  const args = ["channels", "create", "--name", "Wrong", "--phone-number-id", "1", "--access-token", "-"];
  const run = await runCli(args, { env: env(), stdin: "EAAwrong\n" });
  expect(run.code).toBe(5);
  expect(run.stdout).toContain("status\tdisconnected");
  expect(run.stderr).toMatch(/waypost channels register ch_/);
});

test("the sandbox is where the daemon says, wherever that is", async () => {
  const run = await runCli(["sandbox", "status", "--json"], { env: { WAYPOST_URL: waypost.url } });
  expect([run.code, run.stderr]).toEqual([0, ""]);
  expect(JSON.parse(run.stdout)).toHaveProperty(
    "callback_url",
    `${waypost.url}/v1/providers/whatsapp/webhook`,
  );
});
