/** The most that a marketing template may cost: submitted, changed, and kept as Meta has it. */
import { expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { graphVersion } from "../support/graph-version.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventually } from "../support/until.ts";
import { definition } from "./support.ts";

const waypost = sharedDaemon();
const SPEC = { bid_amount: 87_000, bid_strategy: "LOWEST_COST_WITH_BID_CAP" };
const { accessToken, phoneNumber } = SANDBOX_DEFAULTS;

const create = (name: string, more: object) =>
  waypost.call("POST", "/v1/templates", {
    channel_id: waypost.channelId,
    ...definition(name, { category: "MARKETING", ...more }),
  });
const read = async (id: string) => (await waypost.call("GET", `/v1/templates/${id}`)).body;

async function submit(id: string): Promise<void> {
  expect((await waypost.call("POST", `/v1/templates/${id}/submit`)).status).toBe(202);
  await eventually("approval", async () => (await read(id)).status === "approved");
}

/** What Meta has of it; undefined in versions of its API that don't tell. */
async function atMeta(name: string) {
  if (graphVersion() === "v23.0") return undefined;
  const address = `${waypost.sandbox.graphUrl}/${phoneNumber.wabaId}/message_templates`;
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await fetch(`${address}?name=${name}&fields=optimization_spec`, { headers });
  const { data } = (await response.json()) as { data: { optimization_spec?: typeof SPEC }[] };
  return data[0]?.optimization_spec;
}

test("a maximum price is submitted, stays when templates are read again, and can be changed", async () => {
  const { status, body } = await create("autumn_sale", { optimization_spec: SPEC });
  expect([status, body.optimization_spec]).toEqual([201, SPEC]);
  await submit(body.id);
  expect([SPEC, undefined]).toContainEqual(await atMeta("autumn_sale"));
  const { id } = (await waypost.call("POST", "/v1/templates/sync", {})).body;
  await eventually(
    "the end of the sync",
    async () => (await waypost.call("GET", `/v1/templates/sync/${id}`)).body.status === "succeeded",
  );
  expect((await read(body.id)).optimization_spec).toEqual(SPEC);
  const cheaper = { ...SPEC, bid_amount: 50_000 };
  const changed = await waypost.call("PATCH", `/v1/templates/${body.id}`, { optimization_spec: cheaper });
  expect(changed.body.draft.optimization_spec).toEqual(cheaper);
  await submit(body.id);
  expect((await read(body.id)).optimization_spec).toEqual(cheaper);
  expect([cheaper, undefined]).toContainEqual(await atMeta("autumn_sale"));
});

test("only marketing templates have one, and a template without has none", async () => {
  const refused = await create("order_paid", { category: "UTILITY", optimization_spec: SPEC });
  expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, "/optimization_spec"]);
  expect((await create("winter_sale", { optimization_spec: { bid_amount: 0 } })).status).toBe(422);
  expect((await create("winter_sale", {})).body.optimization_spec).toBeNull();
});
