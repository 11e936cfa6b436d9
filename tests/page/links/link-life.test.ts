/** How long a pairing link works, and the commands that make, list and revoke it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { runCli } from "../../cli/run-cli.ts";
import { type PairingSite, startPairingSite } from "../../gateway/support.ts";
import { until } from "../../support/until.ts";

let site: PairingSite;
let call: PairingSite["daemon"]["call"];

beforeAll(async () => {
  site = await startPairingSite();
  call = site.daemon.call;
});
afterAll(() => site.stop());

test.each([
  [undefined, 3600],
  [{}, 3600],
  [{ expires_in: 600 }, 600],
  [{ expires_in: 86_400 }, 86_400],
])("a link made with %j lasts %i seconds", async (asked, seconds) => {
  const { body } = await call("POST", `/v1/channels/${await site.newChannel()}/links`, asked);
  expect((Date.parse(body.expires_at) - Date.parse(body.created_at)) / 1000).toBe(seconds);
});

test.each([59, 86_401, 1.5, "600"])("a link for %j seconds is refused", async (expires_in) => {
  const { status } = await call("POST", `/v1/channels/${await site.newChannel()}/links`, { expires_in });
  expect(status).toBe(422);
});

test("the commands make, list and revoke links", async () => {
  const channelId = await site.newChannel();
  const env = { WAYPOST_URL: site.daemon.url, WAYPOST_API_KEY: site.daemon.key };
  const run = async (...words: string[]) => await runCli(["channels", ...words], { env });
  const made = JSON.parse((await run("link", channelId, "--expires-in", "10m", "--json")).stdout);
  expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(600_000);
  await until(async () => (await fetch(made.url)).status === 200);
  expect((await run("links", channelId)).stdout).toContain(`${made.id}\topen\t`);
  expect((await run("unlink", channelId, made.id, "--yes")).code).toBe(0);
  expect((await fetch(made.url)).status).toBe(410);
});
