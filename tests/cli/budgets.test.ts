/** Budgets from the command line. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { runCli } from "./run-cli.ts";

const waypost = sharedDaemon();
const cli = (...args: string[]) =>
  runCli(["budgets", ...args], { env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key } });
const made = async (...args: string[]) => JSON.parse((await cli(...args, "--json")).stdout);

test("a budget is created, listed, changed and deleted", async () => {
  const budget = await made("create", "500EUR", "--period", "month", "--zone", "Europe/Berlin");
  expect(budget).toMatchObject({ scope: "organization", amount: 500, currency: "EUR", warn_at: 0.8 });
  const { id } = budget;
  expect((await cli("list")).stdout).toContain(`${id}\torganization\tmonth\t0\t500\tEUR\topen\tmarketing\t`);
  const changed = await made("set", id, "--amount", "800", "--stop", "none", "--warn-at", "0.5");
  expect(changed).toMatchObject({ id, amount: 800, stop: "none", warn_at: 0.5 });
  expect(await made("get", id)).toEqual(changed);
  expect((await cli("delete", id, "--yes")).code).toBe(0);
  expect((await cli("get", id)).code).toBe(3);
});

test("it is for one channel, key or broadcast, and says what is wrong", async () => {
  const { data } = (await waypost.call("GET", "/v1/channels")).body;
  const channel = data[0].id;
  const budget = await made("create", "1.5 usd", "--period", "day", "--channel", channel);
  expect(budget).toMatchObject({ scope: "channel", scope_id: channel, amount: 1.5, currency: "USD" });
  const wrong = [
    ["create", "500", "--period", "day"],
    ["create", "5EUR", "--period", "day", "--channel", channel, "--key", "key_1"],
    ["create", "5EUR", "--period", "day", "--warn-at", "most"],
    ["set", budget.id],
    ["set", budget.id, "--amount", "5EUR"],
  ];
  for (const words of wrong) expect((await cli(...words)).code).toBe(2);
});
