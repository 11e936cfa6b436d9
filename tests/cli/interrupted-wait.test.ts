/** Ctrl-C while a command waits says what continues, and how to look again. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { runCliInTerminal } from "./run-cli.ts";

const waypost = sharedDaemon();

test("an event that is delivered is named", async () => {
  await interrupt(() => ["trigger", "message.new", "--wait"]);
});

test("a test event that is delivered is named", async () => {
  await interrupt((endpoint) => ["endpoints", "test", endpoint]);
});

/** Runs a command that waits for an endpoint, and presses Ctrl-C before that responds. */
async function interrupt(command: (endpoint: string) => string[]): Promise<void> {
  const held = Promise.withResolvers<Response>();
  const endpoint = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => held.promise });
  const url = `http://127.0.0.1:${endpoint.port}/hook`;
  const path = "/v1/settings/developer/webhooks/endpoints";
  const { body } = await waypost.call("POST", path, { url, events: ["message.new"] });
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  const run = runCliInTerminal(command(body.id), { env });
  await run.until("Waiting for the endpoint");
  run.type("\u0003");
  expect(await run.exited).toBe(130);
  expect(Bun.stripANSI(run.screen())).toMatch(/waypost deliveries get dlv_\w+/);
  held.resolve(new Response());
  await endpoint.stop(true);
}
