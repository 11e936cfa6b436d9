/** A budget under load: two daemons accept at once, and one of them is killed and started again. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { insertPrices, PRICES, type Priced, templateFor } from "./support.ts";

const CONNECTIONS = 20;
const SENDS_EACH = 20;
const AUTHENTICATION = 100;
const MARKETING = 300;
/** Room for 100 marketing messages, and half of one. */
const AMOUNT = 10.05;

const ports = [freePort(), freePort()] as const;
let site: Site;
let daemons: [DaemonProcess, DaemonProcess];

beforeAll(async () => {
  site = await prepareSite(ports[0], { rate: { per_second: 100_000, per_recipient_seconds: 0 } });
  await insertPrices(site);
  daemons = [await site.start(ports[0]), await site.start(ports[1])];
}, LONG_MS);
afterAll(() => site?.stop());

/** Sends until it is answered, whichever daemon answers: a lost answer is asked for again by its key. */
async function send(category: Priced, to: string, first: number): Promise<number> {
  const body = templateFor({ channelId: site.channelId }, category, to);
  const headers = { "idempotency-key": `${category} ${to}` };
  for (let turn = first; ; turn++) {
    const call = caller(daemons[turn % 2 === 0 ? 0 : 1].url, site.key);
    const answer = await call("POST", "/v1/messages", body, headers).catch(() => null);
    if (answer === null || answer.status >= 500) continue;
    if (answer.status !== 201) expect(answer.body.code).toBe("budget_exhausted");
    return answer.status;
  }
}

test(
  "two daemons never spend more than there is, refuse exactly the rest, and let authentication pass",
  async () => {
    const call = caller(daemons[0].url, site.key);
    const budget = { scope: "organization", period: "month", currency: "EUR", amount: AMOUNT };
    const { id } = (await call("POST", "/v1/budgets", budget)).body;
    const answers: Record<"marketing" | "authentication", number[]> = { marketing: [], authentication: [] };
    let answered = 0;
    const isHalfway = Promise.withResolvers<void>();
    const connections = Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let n = 0; n < SENDS_EACH; n++) {
        const category = n % 4 === 3 ? "authentication" : "marketing";
        const to = `1415558${String(connection * SENDS_EACH + n).padStart(4, "0")}`;
        answers[category].push(await send(category, to, connection));
        if (++answered === 60) isHalfway.resolve();
      }
    });
    await isHalfway.promise;
    await daemons[1].kill("SIGKILL");
    daemons[1] = await site.start(ports[1]);
    await Promise.all(connections);

    expect(answers.authentication).toEqual(Array(AUTHENTICATION).fill(201));
    expect(answers.marketing).toHaveLength(MARKETING);
    const bought = answers.marketing.filter((status) => status === 201).length;
    const written = await site.sql<{ category: Priced; count: number; amount: string }[]>`
      select cost ->> 'category' as category, count(*)::integer as count, sum((cost ->> 'amount')::numeric)::text as amount
      from messages where organization_id = ${site.organizationId} group by 1 order by 1`;
    expect(written.map(({ category, count }) => [category, count])).toEqual([
      ["authentication", AUTHENTICATION],
      ["marketing", bought],
    ]);
    const { spent } = (await call("GET", `/v1/budgets/${id}`)).body;
    const total = written.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(spent).toBeCloseTo(total, 8);
    // nothing but authentication goes beyond, and no room was left for one more
    expect(bought * PRICES.marketing).toBeLessThanOrEqual(AMOUNT);
    expect(spent).toBeLessThanOrEqual(AMOUNT + AUTHENTICATION * PRICES.authentication);
    expect(spent).toBeGreaterThan(AMOUNT - PRICES.marketing);
    const said = await site.sql<
      { type: string }[]
    >`select type from events where type like 'budget.%' order by position, id`;
    expect(said.map(({ type }) => type)).toEqual(["budget.warned", "budget.exhausted"]);
  },
  LONG_MS,
);
