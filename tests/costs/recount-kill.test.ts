/** A daemon that is killed in the middle of a count: the next one goes on from there, and counts nothing twice. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { textInput } from "../messages/text-input.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { costOrganization, settleOn } from "./cost-organization.ts";

/** Several slices of a count. */
const MESSAGES = 3000;
const CARD = "rc_EUR";

let site: Site;
beforeAll(async () => {
  site = await prepareSite(freePort(), {});
});
afterAll(() => site.stop());

async function setCard([first, later]: readonly [number, number]) {
  const rate = { card_id: CARD, country: "DE", category: "utility", market: "DE" };
  await site.sql.begin(async (sql) => {
    await sql`delete from rates`;
    await sql`insert into rate_cards ${sql({ id: CARD, currency: "EUR", valid_from: "2026-11-01" })} on conflict do nothing`;
    await sql`insert into rates ${sql([
      { ...rate, above: 0, amount: first },
      { ...rate, above: 1000, amount: later },
    ])}`;
    await sql`select ask_recounts('2026-11-01')`;
  });
}

/** So many messages that were charged, on three days, and a budget that they count in. */
async function chargedOrganization() {
  const org = costOrganization(site);
  await site.sql`insert into channels (organization_id, id, platform, status, name, waba_id, phone_number)
    values (${org.id}, 'ch_test', 'whatsapp_official', 'connected', 'Shop', 'business', '+4930123456')`;
  await site.sql`insert into budgets (organization_id, id, scope, period, currency, amount, warn_at, stop, time_zone)
    values (${org.id}, 'bg_1', 'organization', 'month', 'EUR', 10000, 0.8, 'nothing', 'UTC')`;
  const inputs = Array.from({ length: MESSAGES }, () =>
    textInput({ ...org.named, address: "4915123456701" }),
  );
  await acceptMessages(site.sql, inputs);
  await settleOn(site)(
    ...inputs.map(({ id }, nth) => org.billed(id, { ...org.tiered, day: `2026-11-0${1 + (nth % 3)}` })),
  );
  return org;
}

test(
  "all of it is priced anew once, however often it is killed",
  async () => {
    const org = await chargedOrganization();
    const counting = async () =>
      (
        await site.sql`select stage, day::text, message_id from cost_recounts where said_since is not null`
      )[0];
    let daemon = await site.start(freePort());
    await setCard([0.3, 0.2]);
    let place: string | undefined;
    for (const _ of [1, 2, 3]) {
      const before = place;
      await until(async () => {
        const { stage, message_id } = (await counting()) ?? {};
        if (stage === "days" && message_id !== null) place = message_id;
        return place !== before;
      });
      await daemon.kill();
      daemon = await site.start(freePort());
    }
    await until(async () => (await counting()) === undefined, LONG_MS);
    const sums = await site.sql<{ of: string; amount: number }[]>`
      select 'messages' as of, sum(amount)::float8 as amount from message_costs
      union all select 'sums', sum(amount)::float8 from cost_sums where span = 'total'
      union all select 'budget', sum(amount)::float8 from budget_spending`;
    const right = 1000 * 0.3 + (MESSAGES - 1000) * 0.2;
    for (const { of, amount } of sums) expect([of, Number(amount.toFixed(6))]).toEqual([of, right]);
    expect(await org.counted()).toBe(MESSAGES);
  },
  LONG_MS,
);
