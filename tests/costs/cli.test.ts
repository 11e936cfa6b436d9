/** What messages cost, in the terminal. */
import { expect, test } from "bun:test";
import { costs } from "../../cli/commands/costs/costs.ts";
import { forecastLines } from "../../cli/commands/forecast/forecast.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { COST_GROUPS } from "../../db/costs/question.ts";
import { RATES, TIERS } from "../../scripts/lab/stage/costs/rates.ts";
import { newHome, runCli } from "../cli/run-cli.ts";
import { caller } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { lookUntil } from "../support/until.ts";

const waypost = sharedDaemon();
const WABA = SANDBOX_DEFAULTS.phoneNumber.wabaId;
const home = newHome();
const run = (...words: string[]) =>
  runCli(words, { home, env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key } });

test("costs are summed by all that the API sums them by", () => {
  expect<readonly string[]>(costs.options?.by?.choices?.toSorted() ?? []).toEqual(COST_GROUPS.toSorted());
});

test("an invoice that differs is shown by number, together, by difference and by reason", async () => {
  const prices = { DE: { utility: 0.0456 }, Other: { utility: 0.0077 } };
  await waypost.call("PUT", "/v1/rate-card", { currency: "USD", valid_from: "2026-01-01", prices });
  const rates = { rates: RATES, tiers: TIERS, valid_from: "2020-01-01" };
  await caller(waypost.sandbox.url, null)("PUT", "/sandbox/rates", rates);
  const { accessToken: access_token } = SANDBOX_DEFAULTS;
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { access_token });
  const content = { template: { name: "hello_world", language: { code: "en_US" } } };
  const sent = { channel_id: waypost.channelId, to: "4915123456701", type: "template", content };
  const { id } = (await waypost.call("POST", "/v1/messages", sent)).body;
  await lookUntil(
    async () => (await waypost.call("GET", `/v1/messages/${id}`)).body,
    ({ cost }) => cost?.state === "billed",
  );
  const { code, stdout, stderr } = await run("invoice");
  const today = new Date().toISOString().slice(0, 10);
  expect(code).toBe(5);
  expect(stdout.split("\n").map((line) => line.split("\t"))).toEqual([
    [waypost.channelId, "+15550990100", WABA, "no", "1", "0.0456 USD", "1", "0.055 USD", ""],
    ["USD", "1", "0", "0.0456", "1", "0", "0.055", "0.0094"],
    [today, "DE", "utility", "1", "0.0456", "1", "0.055", "another_rate", id],
    [""],
  ]);
  expect(stderr).toContain("another_rate: as many messages, at another rate than the rate card has");
  expect(stderr).toContain(`costs and invoice of ${today.slice(0, 7)} differ`);
  const other = await run("invoice", "--month", "2026-01");
  expect([other.code, other.stdout.split("\t")[3]]).toEqual([0, "yes"]);
});

test("the forecast says how it was made, and what it lacks", () => {
  const none = { count: 0, amount: 0, unpriced: 0 };
  const planned = { messages: none, broadcasts: none };
  const month = { month: "2026-11", currency: "EUR", spent: 41.2, free_answers: [], planned };
  const known = { ...month, forecast: 58.9, since: "2026-11-10" } as const;
  expect(forecastLines({ ...known, pace: "weekday" })).toEqual([
    "2026-11 cost 41.2 EUR so far.",
    "In the end about 58.9 EUR: each day that is left as its weekday in the last four weeks.",
  ]);
  expect(forecastLines({ ...known, pace: "day" })[1]).toContain("as the mean one since 2026-11-10.");
  expect(forecastLines({ ...month, forecast: null, pace: null, since: null })[1]).toBe(
    "There is a forecast once costs of a week are known.",
  );
  const scheduled = {
    messages: { ...none, count: 2, amount: 0.2 },
    broadcasts: { count: 2, amount: 9, unpriced: 1 },
  };
  expect(forecastLines({ ...known, pace: "day", planned: scheduled }).slice(2)).toEqual([
    "Scheduled messages until the end of the month (2) cost about 0.2 EUR more.",
    "Scheduled broadcasts until the end of the month (2) cost about 9 EUR more; 1 of them have no price that is known.",
  ]);
  expect(forecastLines({ ...known, pace: "day", currency: null })).toEqual([
    "There is no rate card yet: nothing has a price.",
  ]);
});

test("the forecast is shown with the free answers of each number", async () => {
  const { stdout, stderr } = await run("forecast");
  expect(stdout).toBe(`${waypost.channelId}\t+15550990100\t1000\t0\n`);
  expect(stderr).toContain("0.0456 USD so far");
});
