/** That another number is meant is said only while its pairing waits for the phone, or taken back then. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cliCommand, cliEnvironment, newHome, runInTerminal } from "../../../cli/run-cli.ts";
import { ADA } from "../chat.ts";
import { NUMBER, type NumberSite, OTHER, startNumberSite } from "./site.ts";

let site: NumberSite;
beforeAll(async () => {
  site = await startNumberSite();
});
afterAll(() => site.stop());

test("`pair --replace-number` during a pairing means the phone that scans, and what waits is cancelled", async () => {
  await site.logOut();
  const waiting = await site.send("text", { body: "For Ada, from the first" });
  await site.connect();
  const path = `/v1/channels/${site.channelId}`;
  await site.daemon.call("GET", `${path}/qr?wait=20`);

  const words = ["channels", "pair", site.channelId, "--replace-number"];
  const env = { WAYPOST_URL: site.daemon.url, WAYPOST_API_KEY: site.daemon.key };
  const run = runInTerminal(cliCommand(words), cliEnvironment(newHome(), env), { columns: 100, rows: 50 });
  await run.until("Linked devices");
  const { body: shown } = await site.daemon.call("GET", `${path}/qr?wait=20`);
  await site.web.control.scan(OTHER, shown.qr);

  expect(await run.exited).toBe(0);
  expect(run.screen()).toContain(`+${OTHER}`);
  expect(await site.until("connected")).toMatchObject({ phone_number: `+${OTHER}`, offered_number: null });
  expect(await site.message(waiting)).toMatchObject({ status: "cancelled", attempts: 0 });
  expect(site.sendersTo(ADA)).toEqual([]);
});

test("a request without it takes it back: another phone is refused", async () => {
  await site.logOut();
  await site.connect({ replace_number: true });
  await site.daemon.call("GET", `/v1/channels/${site.channelId}/qr?wait=20`);
  await site.pairWith(NUMBER);
  expect(await site.until("disconnected")).toMatchObject({
    phone_number: `+${OTHER}`,
    offered_number: `+${NUMBER}`,
  });
});
