/** The screen while a broadcast is followed. */
import { expect, test } from "bun:test";
import { runCliInTerminal } from "../cli/run-cli.ts";
import { linesOf } from "../cli/screen.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { createDraft, defineTemplate, makeTagged, start } from "./support.ts";

const waypost = sharedDaemon();
const SIZE = { columns: 66, rows: 24 };

test("a line that has more to say than the window is wide leaves nothing behind", async () => {
  await defineTemplate(waypost);
  await makeTagged(waypost, "many", 2000, "1415632");
  const id = await createDraft(waypost, { audience: { tags: { any: ["many"] } }, rate_per_second: 5 });
  await start(waypost, id);
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  const run = runCliInTerminal(["broadcasts", "watch", id], { env, ...SIZE });
  await until(() => run.screen().split(" min ").length > 10);
  const lines = await linesOf(run.screen(), { cols: SIZE.columns, rows: SIZE.rows });
  run.type("\x03");
  await run.exited;
  expect(lines.filter((line) => line.startsWith("Running "))).toHaveLength(1);
  expect(lines.findIndex((line) => line.startsWith("delivered "))).toBe(1);
});
