/** A number that is removed and added again has the budgets, free answers and costs that it had. */
import { beforeAll, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { ledgerTotals } from "../../db/costs/invoice/ledger.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { prepareTemplates, templateFor } from "./support.ts";

const waypost = sharedDaemon();
beforeAll(() => prepareTemplates(waypost));

test("its budget counts and refuses on, and the invoice has what it cost before", async () => {
  const body = {
    scope: "channel",
    scope_id: waypost.channelId,
    period: "month",
    currency: "EUR",
    amount: 0.15,
  };
  const { id } = (await waypost.call("POST", "/v1/budgets", body)).body;
  const [before] = await waypost.sql`
    select platform, name, phone_number_id, waba_id from channels where id = ${waypost.channelId}`;
  const first = (await waypost.call("POST", "/v1/messages", templateFor(waypost, "marketing"))).body;
  await waypost.until(first.id, "read");
  const { spent } = (await waypost.call("GET", `/v1/budgets/${id}`)).body;
  const account = { wabaId: before?.waba_id, accountId: before?.waba_id };
  const month = new Date().toISOString().slice(0, 7);
  const ofMonth = { organizationId: waypost.organizationId, month, ...account };
  const charged = await ledgerTotals(waypost.sql, { ...ofMonth, channelId: waypost.channelId });
  await waypost.call("DELETE", `/v1/channels/${waypost.channelId}`);
  const again = await waypost.call("POST", "/v1/channels", {
    ...{ platform: before?.platform, name: before?.name, phone_number_id: before?.phone_number_id },
    ...{ waba_id: before?.waba_id, access_token: SANDBOX_DEFAULTS.accessToken, sandbox: true },
  });
  expect([again.status, again.body.detail]).toEqual([201, undefined]);
  const channelId = again.body.id;
  const kept = (await waypost.call("GET", `/v1/budgets/${id}`)).body;
  expect([kept.scope_id, kept.spent]).toEqual([channelId, spent]);
  const refused = await waypost.call("POST", "/v1/messages", templateFor({ channelId }, "marketing"));
  expect(refused.body).toMatchObject({ code: "budget_exhausted", budget: { id, spent } });
  expect(charged[0]?.amount).toBeGreaterThan(0.09);
  expect(await ledgerTotals(waypost.sql, { ...ofMonth, channelId })).toEqual(charged);
});
