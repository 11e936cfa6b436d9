/** `waypost retention set --dry-run`: what would be deleted, and nothing is. */
import { expect, test } from "bun:test";
import { agedMessage } from "../organizations/aged.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { runCli } from "./run-cli.ts";

const daemon = sharedDaemon();
const wouldGo = (days: string) =>
  runCli(["retention", "set", "--messages", days, "--dry-run"], {
    env: { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key },
  });

test("it says what would be deleted, or that nothing would be", async () => {
  await agedMessage(daemon, 40);
  expect((await wouldGo("30")).stdout).toMatch(/messages\s+ch_\w+\s+1\s/);
  expect((await wouldGo("50")).stderr).toContain("Nothing would be deleted.");
  expect((await daemon.call("GET", "/v1/settings/retention")).body.messages).toBeNull();
});
