/** `waypost messages cancel` without an id. */
import { beforeEach, expect, test } from "bun:test";
import { pileUpMessages } from "../support/backlog.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { runCli, runCliInTerminal } from "./run-cli.ts";

const waypost = sharedDaemon();
beforeEach(async () => {
  await waypost.sql`delete from lane_items`;
  await pileUpMessages(waypost, 40);
});

const env = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const run = (...args: string[]) => runCli(["messages", "cancel", ...args], { env: env() });

async function waiting(): Promise<number> {
  const [row] = await waypost.sql`select count(*) as count from lane_items`;
  return row?.count;
}

test("waiting messages are counted without being cancelled, then cancelled and waited for", async () => {
  const filter = ["--channel", waypost.channelId, "--status", "scheduled"];
  expect(await run(...filter, "--dry-run")).toMatchObject({
    ...{ code: 0, stdout: "matched\t40\n", stderr: "40 messages would be cancelled.\n" },
  });
  expect(await waiting()).toBe(40);
  const done = await run(...filter, "--yes", "--wait", "--json");
  expect(JSON.parse(done.stdout)).toMatchObject({ status: "done", matched: 40, cancelled: 40 });
  expect([done.code, await waiting()]).toEqual([0, 0]);
});

test("--to names a person as it does for a send", async () => {
  const later = { scheduled_at: new Date(Date.now() + 3600_000).toISOString() };
  const message = { channel_id: waypost.channelId, type: "text", content: { body: "x" }, ...later };
  const { body } = await waypost.call("POST", "/v1/messages", { ...message, recipient: "US.15550000061" });
  const { conversation_id } = (await waypost.call("GET", `/v1/messages/${body.id}`)).body;
  for (const to of ["US.15550000061", conversation_id])
    expect(await run("--to", to, "--dry-run")).toMatchObject({ code: 0, stdout: "matched\t1\n" });
});

test("on a terminal it shows how many and asks; a no cancels nothing", async () => {
  const refused = runCliInTerminal(["messages", "cancel", "--all"], { env: env() });
  await refused.until("Cancel 40 messages? [y/N]");
  refused.type("n\r");
  expect([await refused.exited, await waiting()]).toEqual([130, 40]);
  const agreed = runCliInTerminal(["messages", "cancel", "--all", "--wait"], { env: env() });
  await agreed.until("[y/N]");
  agreed.type("y\r");
  expect([await agreed.exited, await waiting()]).toEqual([0, 0]);
});

test.each([
  [[], "give a message, or options that select messages"],
  [["--all", "--status", "queued"], "--all can't be combined with other filters"],
  [["01920c3e-7a4b-7c3d-8e1f-2a3b4c5d6e7f", "--all"], "not both"],
  [["--status", "queued"], "--yes is required when not running interactively"],
])("%j is a usage error", async (args, message) => {
  const { code, stderr } = await run(...args);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  expect(await waiting()).toBe(40);
});
