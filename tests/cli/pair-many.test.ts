/** `waypost channels pair` where there are more channels than a page has. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { insertChannel } from "../../db/channels/channels.ts";
import { type PairingSite, startPairingSite } from "../gateway/support.ts";
import { runCliInTerminal } from "./run-cli.ts";

let site: PairingSite;

beforeAll(async () => {
  site = await startPairingSite();
});
afterAll(() => site.stop());

/** Adds a page of channels. */
async function addPage(prefix: string): Promise<void> {
  for (let index = 0; index < 100; index += 1) {
    const id = `ch_${prefix}${index}`;
    await insertChannel(site.daemon.sql, {
      ...{ organization_id: site.daemon.organizationId, id, name: id, platform: "whatsapp_official" },
      ...{ status: "disconnected", phone_number_id: id, proven_at: null, settings: {} },
    });
  }
}

test("an abandoned pairing is found on a later page", async () => {
  await addPage("0");
  const channel = { platform: "whatsapp_unofficial", name: "Given up" };
  const { body } = await site.daemon.call("POST", "/v1/channels", channel);
  await site.daemon.call("POST", `/v1/channels/${body.id}/disconnect`, {});
  await addPage("z");
  const env = { WAYPOST_URL: site.daemon.url, WAYPOST_API_KEY: site.daemon.key };
  const run = runCliInTerminal(["channels", "pair", "--name", "Given up"], { env, columns: 100, rows: 50 });
  await run.until("Going on with");
  run.type("\x03");
  expect(await run.exited).toBe(130);
});
