/** The ids by which programs of Meta's name channels: Meta's own, else always the same, made of the channel's. */
import { expect, test } from "bun:test";
import { newId } from "../../../daemon/lib/ids.ts";
import { SANDBOX_DEFAULTS } from "../../../daemon/sandbox/graph/defaults.ts";
import { insertChannel, type NewChannel } from "../../../db/channels/channels.ts";
import { makeKey } from "../../support/daemon.ts";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { graphCall } from "./site.ts";

const waypost = sharedDaemon();
const { id: NUMBER, wabaId: ACCOUNT } = SANDBOX_DEFAULTS.phoneNumber;

async function insert(platform: string, more: Partial<NewChannel> = {}) {
  const { sql, organizationId: organization_id } = waypost;
  const row = { organization_id, id: newId("ch"), platform, status: "connected", name: "Shop", settings: {} };
  return await insertChannel(sql, { ...row, ...more });
}
const ask = (key: string, path: string) => graphCall(`${waypost.url}/graph/v23.0`, key, "GET", path);
const numbersFor = async (key: string) => {
  const { body } = await ask(key, `${ACCOUNT}/phone_numbers?fields=id,verified_name`);
  return body.data.map(({ id, verified_name }: Record<string, string>) => [id, verified_name]);
};

test("those of a paired number follow from its channel's id, and stay", async () => {
  const { id } = await insert("whatsapp_unofficial", { id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R" });
  const { graph } = (await waypost.call("GET", `/v1/channels/${id}`)).body;
  expect(graph).toEqual({ phone_number_id: "680447905532099", waba_id: "629691606111520" });
  expect((await ask(waypost.key, graph.phone_number_id)).body.id).toBe(graph.phone_number_id);
  expect((await ask(waypost.key, graph.waba_id)).body.id).toBe(graph.waba_id);
});

test("an account lists each of its numbers that the key is for, as it is shown alone", async () => {
  const own = { waba_id: ACCOUNT, sandbox: true };
  const second = await insert("whatsapp_official", { phone_number_id: "1001", name: "Second", ...own });
  const third = await insert("whatsapp_official", { phone_number_id: "1002", name: "Third", ...own });
  await insert("whatsapp_official", { phone_number_id: "1003", waba_id: "2000" });
  expect(await numbersFor(waypost.key)).toEqual([
    [NUMBER, "Sandbox"],
    ["1001", "Second"],
    ["1002", "Third"],
  ]);
  const some = await makeKey(waypost, ["channels:read"], [second.id, third.id]);
  expect(await numbersFor(some)).toEqual([
    ["1001", "Second"],
    ["1002", "Third"],
  ]);
});
