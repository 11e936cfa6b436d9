/** Commands that can't be undone ask on a terminal, and need --yes without one. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Command } from "../../cli/lib/command/command.ts";
import { type ContractServer, KEY, startContractServer } from "../support/contract-server.ts";
import { COMMANDS } from "./commands.ts";
import { newHome, runCli, runCliInTerminal } from "./run-cli.ts";

const TAKES_AWAY = /\b(delete|remove|revoke|unlink|withdraw|merge|disconnect)\b/;
const taking = COMMANDS.filter(({ path }) => TAKES_AWAY.test(path));

let server: ContractServer;
beforeAll(() => {
  server = startContractServer();
});
afterAll(() => server.stop());

/** Whatever an argument names: a contact, so that no number is looked up, a profile, and an alias. */
const ID = "ct_01J8Z3W6YB2Q4V5N7M8P9R0S1T";
const env = () => ({ WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY });

async function homeWithNames(): Promise<string> {
  const home = newHome();
  const file = {
    current: null,
    profiles: { [ID]: { url: server.url, api_key: KEY } },
    aliases: { [ID]: "health" },
  };
  await Bun.write(`${home}/.config/waypost/config.json`, JSON.stringify(file));
  return home;
}

/** A command line that names something for each argument. */
function wordsOf({ path, ...command }: Command): string[] {
  const given = Object.keys(command.arguments).map(() => ID);
  return [...path.split(" "), ...given, ...("logout" in command.options ? ["--logout"] : [])];
}

test("every verb that takes something away has --yes", () => {
  expect(taking.length).toBeGreaterThan(14);
  expect(taking.filter(({ options }) => !("yes" in options)).map(({ path }) => path)).toEqual([]);
});

test.each(taking.map((command) => [command.path, command] as const))(
  "%s without a terminal and without --yes changes nothing and says what is missing",
  async (_, command) => {
    server.requests.length = 0;
    const run = await runCli(wordsOf(command), { env: env(), home: await homeWithNames() });
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain("--yes is required when not running interactively");
    expect(server.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  },
);

test.each([["n"], [""], ["yes please"]])("the answer %j to the question is a no: 130", async (answer) => {
  server.requests.length = 0;
  const run = runCliInTerminal(["keys", "revoke", "key_1"], { env: env() });
  await run.until(
    "Revoke key_1 and end what was created with it? Programs that use it will be refused. [y/N] ",
  );
  run.type(`${answer}\r`);
  expect(await run.exited).toBe(130);
  expect(server.requests).toEqual([]);
});

test("a yes is a yes, in either case", async () => {
  const run = runCliInTerminal(["keys", "revoke", "key_1"], { env: env() });
  await run.until("[y/N] ");
  run.type("Y\r");
  expect(await run.exited).toBe(0);
  expect(run.screen()).toContain("Revoked key_1.");
});
