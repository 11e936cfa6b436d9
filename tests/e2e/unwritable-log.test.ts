import { afterAll, beforeAll, expect, test } from "bun:test";
import { openSync } from "node:fs";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { until } from "../support/until.ts";

const ALWAYS_FULL = "/dev/full";

let site: Site;
const port = freePort();
beforeAll(async () => {
  site = await prepareSite(port, { rate: { per_second: 100_000, per_recipient_seconds: 0 } });
});
afterAll(() => site.stop());

test("a lane that fails while its error can't be logged continues", async () => {
  const daemon = await site.start(port, { WAYPOST_LOG_LEVEL: "info" }, ALWAYS_FULL);
  const call = caller(daemon.url, site.key);
  const send = () =>
    call("POST", "/v1/messages", {
      channel_id: site.channelId,
      to: "14155550100",
      type: "text",
      content: { body: "x" },
    });
  const status = async (id: string) => (await call("GET", `/v1/messages/${id}`)).body.status;

  await site.sql`alter table message_attempts rename to message_attempts_away`;
  const { body: message } = await send();
  await until(() => isWritten("lines_lost_total [1-9]"));
  await site.sql`alter table message_attempts_away rename to message_attempts`;
  await until(async () => (await status(message.id)) === "read");

  async function isWritten(metric: string): Promise<boolean> {
    return new RegExp(metric).test((await call("GET", "/metrics")).body);
  }
});

const LOGS = `
  import { createLog } from "./daemon/lib/log.ts";
  import { lostLines } from "./daemon/lib/log-destination.ts";
  const log = createLog("info");
  await Bun.stdin.text();
  log.error({ err: new Error("x") }, "said");
  log.info({ get broken() { throw new Error("unreadable"); } }, "said");
  process.stdout.write(String(lostLines()));
`;

test.each([
  ["on a full disk", () => openSync(ALWAYS_FULL, "w")],
  ["to a pipe that nobody reads any more", () => "pipe" as const],
])("logging %s throws nothing, and counts what is lost", async (_, open) => {
  const child = Bun.spawn([process.execPath, "--no-env-file", "-e", LOGS], {
    cwd: `${import.meta.dir}/../..`,
    stdin: "pipe",
    stdout: "pipe",
    stderr: open(),
  });
  if (child.stderr instanceof ReadableStream) await child.stderr.cancel();
  child.stdin.end();
  expect(await new Response(child.stdout).text()).toBe("2");
  expect(await child.exited).toBe(0);
});
