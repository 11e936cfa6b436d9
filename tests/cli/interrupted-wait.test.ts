/** Ctrl-C while a command waits says what continues, and how to look again. */
import { expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";
import { runCliInTerminal } from "./run-cli.ts";

const waypost = ownDaemon();

test("an event that is delivered is named", async () => {
  const held = Promise.withResolvers<Response>();
  const endpoint = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => held.promise });
  const url = `http://127.0.0.1:${endpoint.port}/hook`;
  await waypost.call("POST", "/v1/settings/developer/webhooks/endpoints", { url, events: ["message.new"] });
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  const run = runCliInTerminal(["trigger", "message.new", "--wait"], { env });
  await run.until("Waiting for the endpoints");
  run.type("\u0003");
  expect(await run.exited).toBe(130);
  expect(Bun.stripANSI(run.screen())).toMatch(/waypost deliveries get dlv_\w+/);
  held.resolve(new Response());
  await endpoint.stop(true);
});
