/** What --jq makes of what commands print. */
import { expect, test } from "bun:test";
import { KEY, startContractServer } from "../support/contract-server.ts";
import { runCli } from "./run-cli.ts";

const words = ["commands", "--jq"];

test("texts are printed as they are, everything else as JSON, each on its own line", async () => {
  const run = await runCli([...words, '.data[0] | .path, .writes, {"a": [.path]}']);
  expect(run).toEqual({ code: 0, stdout: 'send\ntrue\n{"a":["send"]}\n', stderr: "" });
  expect((await runCli([...words, "empty"])).stdout).toBe("");
});

test("a filter is no option, and nothing of this machine is in its reach", async () => {
  expect((await runCli([...words, "-1"])).stdout).toBe("-1\n");
  const env = { WAYPOST_API_KEY: KEY };
  expect((await runCli([...words, "env.WAYPOST_API_KEY"], { env })).stdout).toBe("null\n");
  const read = await runCli([...words, 'import "package" as $p; $p']);
  expect(read).toMatchObject({ code: 2, stdout: "" });
});

test("a filter that can't be read is refused before anything is sent", async () => {
  const server = startContractServer();
  const env = { WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY };
  const run = await runCli(["send", "--to", "4915112345678", "--text", "Hi", "--jq", ".id["], { env });
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--jq: syntax error") });
  expect(server.requests).toEqual([]);
  await server.stop();
});

test("what it can't be used on ends with 1 and says why", async () => {
  const run = await runCli([...words, ".data.path"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toBe('error: --jq: Cannot index array with string ("path")\n');
});
