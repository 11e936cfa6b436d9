import { afterAll, beforeAll, expect, test } from "bun:test";
import { openSandbox, type TestSandbox } from "../sandbox/graph/support.ts";
import { runCli } from "./run-cli.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const run = (...args: string[]) =>
  runCli(["sandbox", ...args], { env: { WAYPOST_SANDBOX_URL: sandbox.sandbox.url } });

test("a text is written to the business", async () => {
  const { code, stdout } = await run("inbound", "--from", "+1 650 555 1234", "--text", "Hi", "--json");
  expect(code).toBe(0);
  const { id } = JSON.parse(stdout);
  await sandbox.receiver.until(() => sandbox.receiver.values().length === 1);
  expect(sandbox.receiver.values()[0]).toMatchObject({
    messages: [{ id, from: "16505551234", type: "text", text: { body: "Hi" } }],
  });
});

test("somebody who hides their number writes under a user name", async () => {
  const taken = sandbox.receiver.values().length;
  await run("inbound", "--from", "US.16505551234", "--username", "ada.byron", "--text", "Guess who");
  await sandbox.receiver.until(() => sandbox.receiver.values().length === taken + 1);
  expect(sandbox.receiver.values()[taken]).toMatchObject({
    contacts: [{ profile: { username: "ada.byron" }, user_id: "US.16505551234" }],
    messages: [{ from_user_id: "US.16505551234" }],
  });
});

test("a kind takes content and makes up the rest", async () => {
  const taken = sandbox.receiver.values().length;
  expect((await run("inbound", "--kind", "button_reply", "--content", '{"title":"No"}')).code).toBe(0);
  await sandbox.receiver.until(() => sandbox.receiver.values().length === taken + 1);
  expect(sandbox.receiver.values()[taken]).toMatchObject({
    messages: [{ type: "interactive", interactive: { button_reply: { id: "yes", title: "No" } } }],
  });
});

test("status shows where webhooks go and what was taken", async () => {
  const { stdout } = await run("status");
  expect(stdout).toContain(`webhooks_go_to\t${sandbox.receiver.url}\n`);
  expect(stdout).toContain("messages_taken\t0\n");
});

test.each([
  [["inbound"], 2, "give one of --text and --kind"],
  [["inbound", "--text", "Hi", "--content", "{}"], 2, "--content needs --kind"],
  [["inbound", "--kind", "image", "--content", "["], 2, "not JSON"],
  [["inbound", "--kind", "hologram"], 3, "there is no kind hologram; there are text, image"],
  [["inbound", "--text", "Hi", "--phone-number-id", "1"], 3, "there is no phone number 1"],
  [["status", "--sandbox-url", "http://127.0.0.1:1"], 4, "waypostd sandbox"],
])("%p ends with exit code %p", async (args, code, message) => {
  expect(await run(...args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
});
