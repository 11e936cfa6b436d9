/** The spinner: when it appears, where it does not, and that nothing of it stays. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type ContractServer, KEY, startContractServer } from "../support/contract-server.ts";
import { startSlowRelay } from "./flows/slow-relay.ts";
import { runCli, runCliInTerminal, runInTerminal } from "./run-cli.ts";
import { linesOf } from "./screen.ts";

let server: ContractServer;
let late: Awaited<ReturnType<typeof startSlowRelay>>;
beforeAll(async () => {
  server = startContractServer();
  late = await startSlowRelay(server.url, 600);
});
afterAll(async () => {
  late.stop();
  await server.stop();
});

const SPINNER = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/;
const env = () => ({ WAYPOST_URL: late.url, WAYPOST_API_KEY: KEY });
const list = (...more: string[]) => ["channels", "list", ...more];

/** Work that ends by itself, without a network whose speed nobody knows. */
const script = (milliseconds: number) => `
  import { createSpinner } from ${JSON.stringify(join(import.meta.dir, "../../cli/lib/terminal/spinner.ts"))};
  import { createStyle } from ${JSON.stringify(join(import.meta.dir, "../../cli/lib/text/style.ts"))};
  const spinner = createSpinner({ enabled: true, style: createStyle(false) });
  await spinner("Working", async () => await spinner("Inside", () => Bun.sleep(${milliseconds})));
  process.stderr.write("done");`;

test("work that is over at once is not shown, however long the machine takes for it", async () => {
  const run = runInTerminal([process.execPath, "-e", script(0)], { PATH: process.env.PATH ?? "" });
  await run.exited;
  expect(run.screen()).toBe("done");
});

test("long work is shown by one spinner, the outer one, and taken away", async () => {
  const run = runInTerminal([process.execPath, "-e", script(700)], { PATH: process.env.PATH ?? "" });
  await run.until("⠋ Working");
  await run.exited;
  expect(run.screen()).not.toContain("Inside");
  expect((await linesOf(run.screen()))[0]).toBe("done");
});

test("a plain list shows it on a terminal", async () => {
  const run = runCliInTerminal(list(), { env: env() });
  await run.until("Waiting for 127.0.0.1:");
  expect(await run.exited).toBe(0);
  expect((await linesOf(run.screen()))[0]).toStartWith("ID");
});

test.each([
  [["--quiet"], {}],
  [[], { TERM: "dumb" }],
  [[], { CI: "1" }],
])("%p with %p shows none", async (more: string[], others: Record<string, string>) => {
  const run = runCliInTerminal(list(...more), { env: { ...env(), ...others } });
  expect(await run.exited).toBe(0);
  expect(run.screen()).not.toMatch(SPINNER);
});

test("a pipe gets none", async () => {
  const run = await runCli(list(), { env: env() });
  expect(run).toMatchObject({ code: 0, stderr: "" });
});

test("nor does a terminal whose output goes elsewhere: a pager may be drawing on it", async () => {
  const words = ["sh", "-c", `"$0" "$@" | cat`, process.execPath, "--no-env-file", "run"];
  const main = join(import.meta.dir, "../../cli/main.ts");
  const run = runInTerminal([...words, main, ...list()], {
    PATH: process.env.PATH ?? "",
    HOME: "/nonexistent",
    ...env(),
  });
  expect(await run.exited).toBe(0);
  expect(run.screen()).not.toMatch(SPINNER);
});
