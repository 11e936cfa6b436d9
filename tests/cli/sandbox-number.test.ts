/** A second official number of the sandbox, which is as strict as Meta's. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { runCli } from "./run-cli.ts";

const waypost = sharedDaemon();

test("a number is added with its channel, from which a first message is a template", async () => {
  const env = {
    ...{ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key },
    WAYPOST_SANDBOX_URL: waypost.sandbox.url,
  };
  const words = ["sandbox", "number", "+1 555 099 0102", "--name", "Support", "--json"];
  const made = await runCli(words, { env });
  expect([made.code, made.stderr]).toEqual([0, ""]);
  const channel = JSON.parse(made.stdout);
  expect(channel).toMatchObject({ name: "Support", status: "connected", phone_number: "+15550990102" });
  const send = (...more: string[]) =>
    runCli(["send", "--channel", channel.id, "--to", "14155550171", ...more], { env });
  const text = await send("--text", "Hello");
  expect([text.code, text.stderr]).toEqual([3, expect.stringContaining("only a template can be sent")]);
  const template = await send("--template", "hello_world", "--lang", "en_US", "--wait", "delivered");
  expect(template.code).toBe(0);
});

test("a daemon without a sandbox is not guessed to have one", async () => {
  const run = await runCli(["sandbox", "status"], { env: { WAYPOST_URL: waypost.url } });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("the daemon runs without a sandbox");
});
