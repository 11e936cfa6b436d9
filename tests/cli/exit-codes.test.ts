import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type ContractServer, KEY, LIMITED_KEY, startContractServer } from "../support/contract-server.ts";
import { runCli } from "./run-cli.ts";

let server: ContractServer;
beforeAll(() => {
  server = startContractServer();
});
afterAll(() => server.stop());

const reach = () => ["--url", server.url, "--api-key", KEY];

describe("exit codes", () => {
  test("0: the command is done, data on standard output only", async () => {
    const run = await runCli(["health", "--url", server.url]);
    expect(run).toEqual({ code: 0, stdout: expect.stringContaining("status\tok\n"), stderr: "" });
  });

  test("1: the profile file is broken, and the error names it", async () => {
    const run = await runCli(["keys", "list"], { env: { XDG_CONFIG_HOME: await brokenConfig() } });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("config.json is not JSON");
  });

  test.each([
    [["keys", "lst"], "Did you mean: waypost keys list"],
    [["list", "channels"], "Did you mean: waypost channels list"],
    [["channel", "ls"], "Did you mean: waypost channels list"],
    [["--url", "http://x.example", "mesages", "get"], "Did you mean: waypost messages get"],
    [["send", "--tex", "hi"], "Did you mean --text?"],
    [["sned"], "Did you mean: waypost send"],
    [["send", "--text", "hi"], "say who should get it"],
    [["send", "--to", "4915", "--text", "hi", "--wait", "seen"], "Allowed choices are sent, delivered, read"],
    [["send", "--to", "4915", "--text", "hi", "--wait", "delivred"], "Did you mean delivered? Allowed"],
    [["contacts", "upsert", "--phone", "4915", "--clear", "nam"], "Did you mean name? Allowed"],
    [["send", "--to", "49151", "--text", "hi", "--image", "https://x.example/a.png"], "exactly one of"],
    [["send", "--to", "nobody", "--text", "hi"], "not a phone number"],
    [["health", "--timeout", "soon"], "not a duration"],
    [["health", "--url", "ftp://x"], "not an http or https address"],
    [["keys", "list", "--profile", "nope"], "there is no profile 'nope'"],
    [["keys"], "Usage: waypost keys"],
  ])("2: %p is a usage error that says what is meant", async (args, message) => {
    const run = await runCli(args);
    expect(run).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  });

  test("3: a wrong key is refused, with the way to mend it and without the key", async () => {
    const wrong = `wp_${"z".repeat(36)}`;
    const run = await runCli(["keys", "list", "--url", server.url], { env: { WAYPOST_API_KEY: wrong } });
    expect(run.code).toBe(3);
    expect(run.stderr).toContain("invalid or missing API key");
    expect(run.stderr).toContain("waypost keys create");
    expect(run.stderr).toContain("from WAYPOST_API_KEY");
    expect(run.stderr).toContain("Run: waypost login");
    expect(run.stderr).not.toContain(wrong);
  });

  test("3: no key at all is refused the same way", async () => {
    const run = await runCli(["keys", "list", "--url", server.url]);
    expect(run).toMatchObject({ code: 3, stderr: expect.stringContaining("No API key is set") });
  });

  test("3: a missing permission is named", async () => {
    const run = await runCli(["channels", "list", "--url", server.url, "--api-key", LIMITED_KEY]);
    expect(run.code).toBe(3);
    expect(run.stderr).toContain("lacks the permission channels:read");
    expect(run.stderr).toContain("\nwaypost keys create --permission channels:read\n");
  });

  test("3: field errors and the request id of the refusal are shown", async () => {
    const run = await runCli(["send", "--to", "+49151000", "--text", "hi", "--channel", "ch_1", ...reach()]);
    expect(run.code).toBe(3);
    expect(run.stderr).toContain("/content: bad");
    expect(run.stderr).toContain("req_test");
  });

  test("4: nothing listens there", async () => {
    const run = await runCli(["health", "--url", "http://127.0.0.1:1"]);
    expect(run).toEqual({
      code: 4,
      stdout: "",
      stderr: expect.stringContaining("http://127.0.0.1:1 can't be reached"),
    });
  });

  test("4: what listens there never answers", async () => {
    using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => {} } });
    const run = await runCli(["health", "--timeout", "200ms", "--url", `http://127.0.0.1:${silent.port}`]);
    expect(run).toMatchObject({ code: 4, stderr: expect.stringContaining("did not respond within 0.2 s") });
  });

  test("errors are JSON on standard error with --json", async () => {
    const run = await runCli(["keys", "list", "--json", "--url", server.url]);
    expect(run.stdout).toBe("");
    expect(JSON.parse(run.stderr).error).toMatchObject({ code: "unauthorized", status: 401, exit_code: 3 });
  });
});

async function brokenConfig(): Promise<string> {
  const { newHome } = await import("./run-cli.ts");
  const home = newHome();
  await Bun.write(`${home}/waypost/config.json`, "{");
  return home;
}
