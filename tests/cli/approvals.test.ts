/** What an agent sends waits, and is approved and refused on the command line. */
import { expect, test } from "bun:test";
import { agentOf, sentTo } from "../approvals/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { runCli } from "./run-cli.ts";

const waypost = sharedDaemon();
const run = (key: string, ...args: string[]) =>
  runCli(args, { env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: key } });

test("a send that waits says so, and what it waits for; waiting for its delivery ends with 6", async () => {
  const { key } = await agentOf(waypost);
  const send = [
    "send",
    "--channel",
    waypost.channelId,
    "--to",
    "14155580001",
    "--text",
    "Your table is ready",
  ];
  const sent = await run(key, ...send, "--json");
  expect([sent.code, JSON.parse(sent.stdout).status]).toEqual([0, "waiting"]);
  expect(sent.stderr).toContain("It waits until a person approves it");
  const waited = await run(key, ...send, "--wait", "delivered");
  expect([waited.code, waited.stderr]).toEqual([6, expect.stringContaining("waypost approvals get apr_")]);
  expect(await sentTo(waypost, "14155580001")).toEqual([]);
});

test("what waits is listed, one is approved and one refused with words", async () => {
  const { send } = await agentOf(waypost);
  const [first, second] = [await send("14155580002"), await send("14155580003")].map(({ body }) => body.id);
  const listed = await run(waypost.key, "approvals", "list", "--status", "waiting");
  expect(listed.stdout).toContain("Robot");
  expect(listed.stdout).toContain("14155580003");
  const approved = await run(waypost.key, "approvals", "approve", first, "--json");
  expect(JSON.parse(approved.stdout)).toMatchObject({ id: first, message: { to: "14155580002" } });
  expect(await sentTo(waypost, "14155580002")).toHaveLength(1);
  expect((await run(waypost.key, "approvals", "refuse", second, "--reason", "Too late.")).code).toBe(0);
  const refused = await run(waypost.key, "approvals", "get", second);
  expect(refused.stdout).toContain("Too late.");
  const again = await run(waypost.key, "approvals", "approve", second);
  expect([again.code, again.stderr]).toEqual([3, expect.stringContaining("it was refused before")]);
});
