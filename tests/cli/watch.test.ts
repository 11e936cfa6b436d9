/** Lists that are kept up to date. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { cliCommand, cliEnvironment, newHome, runCli, runCliInTerminal } from "./run-cli.ts";
import { linesOf } from "./screen.ts";

const waypost = sharedDaemon();
const env = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const save = async (email: string, name: string) =>
  (await waypost.call("POST", "/v1/contacts", { email, name })).body.id;

test("in a pipe each row comes once, and again when it has changed", async () => {
  await save("ada@example.com", "Ada");
  const child = Bun.spawn(cliCommand(["contacts", "list", "--watch", "--json"]), {
    env: cliEnvironment(newHome(), env()),
    ...{ stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  });
  let output = "";
  const rows = () => output.split("\n").flatMap((line) => (line === "" ? [] : JSON.parse(line).name));
  const read = (async () => {
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) output += piece;
  })();
  await until(() => rows().length === 1);
  await save("ben@example.com", "Ben");
  await until(() => rows().length === 2);
  await save("ada@example.com", "Ada Lovelace");
  await until(() => rows().length === 3);
  expect(rows()).toEqual(["Ada", "Ben", "Ada Lovelace"]);
  child.kill("SIGINT");
  expect(await child.exited).toBe(130);
  await read;
});

test("on a terminal the table is drawn again on a page of its own, which is left in the end", async () => {
  const run = runCliInTerminal(["contacts", "list", "--watch", "--limit", "2"], { env: env() });
  await run.until("NAME");
  await save("eve@example.com", "Eve");
  await run.until("Eve");
  await until(async () => (await linesOf(run.screen()))[1]?.includes("Eve") ?? false);
  run.type("\u0003");
  expect(await run.exited).toBe(130);
  expect(run.screen()).toEndWith("\u001b[?1049l");
});

test.each([[["--all"]], [["--cursor", "some"]]])("--watch does not go with %j", async (words) => {
  const run = await runCli(["contacts", "list", "--watch", ...words], { env: env() });
  expect(run).toMatchObject({ code: 2, stdout: "" });
});
