import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ContractServer, KEY, LIMITED_KEY, startContractServer } from "../support/contract-server.ts";
import { cliCommand, cliEnvironment, newHome, runCli, runCliInTerminal, runInTerminal } from "./run-cli.ts";

let server: ContractServer;
beforeAll(() => {
  server = startContractServer();
});
afterAll(() => server.stop());

const fileOf = (home: string) => join(home, ".config/waypost/config.json");
const login = (home: string, ...args: string[]) =>
  runCli(["login", "--url", server.url, ...args], { home, stdin: `${KEY}\n` });

describe("login", () => {
  test("saves address and key from standard input, readable by the owner alone", async () => {
    const home = newHome();
    const run = await login(home);
    expect(run.code).toBe(0);
    expect(await Bun.file(fileOf(home)).json()).toEqual({
      current: "default",
      profiles: { default: { url: server.url, api_key: KEY } },
    });
    expect(statSync(fileOf(home)).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, ".config/waypost")).mode & 0o777).toBe(0o700);
    expect(run.stdout + run.stderr).not.toContain(KEY);
  });

  test("narrows a folder and a file that others could read", async () => {
    const home = newHome();
    mkdirSync(join(home, ".config/waypost"), { recursive: true, mode: 0o755 });
    await Bun.write(fileOf(home), '{"current":null,"profiles":{}}');
    expect((await login(home)).code).toBe(0);
    expect(statSync(fileOf(home)).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, ".config/waypost")).mode & 0o777).toBe(0o700);
  });

  test("saves nothing when the API refuses the key", async () => {
    const home = newHome();
    const run = await runCli(["login", "--url", server.url, "--api-key", `wp_${"z".repeat(36)}`], { home });
    expect(run.code).toBe(3);
    expect(await Bun.file(fileOf(home)).exists()).toBe(false);
  });

  test("takes a key that may not list channels", async () => {
    const run = await runCli(["login", "--url", server.url, "--api-key", LIMITED_KEY]);
    expect(run.code).toBe(0);
  });

  test("without a terminal and without a key it says how to give one", async () => {
    const run = await runCli(["login", "--url", server.url]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("WAYPOST_API_KEY") });
  });

  test("a key that can't stand in a header is refused without being shown", async () => {
    const run = await runCli(["login", "--url", server.url, "--api-key", "secret\nkey"]);
    expect(run.code).toBe(2);
    expect(run.stderr).not.toContain("secret");
  });
});

describe("login in a terminal", () => {
  test("asks for the key without showing it, and can be corrected", async () => {
    const home = newHome();
    const run = runCliInTerminal(["login", "--key", "--url", server.url], { home });
    await run.until("(hidden): ");
    run.type(`wrong\u0015${KEY}x\u007f\r`);
    expect(await run.exited).toBe(0);
    expect(run.screen()).not.toContain(KEY);
    expect((await Bun.file(fileOf(home)).json()).profiles.default.api_key).toBe(KEY);
  });

  test("takes a pasted key, with the marks terminals put around it", async () => {
    const home = newHome();
    const run = runCliInTerminal(["login", "--key", "--url", server.url], { home });
    await run.until("(hidden): ");
    run.type(`\u001b[200~${KEY}\u001b[201~`);
    run.type("\r");
    expect(await run.exited).toBe(0);
  });

  test("Ctrl-C ends it with 130, nothing saved, and typing is shown again", async () => {
    const home = newHome();
    const words = cliCommand(["login", "--key", "--url", server.url]).map((word) => `'${word}'`);
    const run = runInTerminal(
      ["sh", "-c", `${words.join(" ")}; echo "code $?"; stty -a`],
      cliEnvironment(home),
    );
    await run.until("(hidden): ");
    run.type("\u0003");
    await run.exited;
    expect(run.screen()).toContain("code 130");
    expect(run.screen()).toMatch(/[^-]echo\b/);
    expect(run.screen()).toMatch(/[^-]icanon\b/);
    expect(await Bun.file(fileOf(home)).exists()).toBe(false);
  });
});

describe("profiles", () => {
  test("are listed, changed and removed", async () => {
    const home = newHome();
    await login(home);
    await login(home, "--profile", "staging");
    const listed = await runCli(["profiles", "list"], { home });
    expect(listed.stdout).toBe(
      `default\tno\t${server.url}\twp_…9xYz\nstaging\tyes\t${server.url}\twp_…9xYz\n`,
    );
    expect((await runCli(["profiles", "use", "default"], { home })).code).toBe(0);
    expect((await runCli(["profiles", "remove", "staging", "--yes"], { home })).code).toBe(0);
    const { current, profiles } = await Bun.file(fileOf(home)).json();
    expect({ current, names: Object.keys(profiles) }).toEqual({ current: "default", names: ["default"] });
  });

  test("one that does not exist is a usage error that lists those that do", async () => {
    const home = newHome();
    await login(home);
    for (const command of [
      ["profiles", "use", "nope"],
      ["profiles", "remove", "constructor"],
    ]) {
      const run = await runCli(command, { home });
      expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("There are: default.") });
    }
  });
});

describe("precedence", () => {
  const dead = "http://127.0.0.1:1";

  test("the current profile is used when nothing else is said", async () => {
    const home = newHome();
    await login(home);
    expect((await runCli(["channels", "list"], { home })).code).toBe(0);
  });

  test("the environment goes before the profile, a flag before the environment", async () => {
    const home = newHome();
    await login(home);
    const env = { WAYPOST_URL: dead, WAYPOST_API_KEY: "wp_wrong" };
    expect((await runCli(["channels", "list"], { home, env })).code).toBe(4);
    expect((await runCli(["channels", "list", "--url", server.url], { home, env })).code).toBe(3);
    expect(
      (await runCli(["--url", server.url, "channels", "list", "--api-key", KEY], { home, env })).code,
    ).toBe(0);
  });

  test.each([
    ["key", { api_key: KEY }],
    ["login", { token: `wps_${"t".repeat(32)}`, email: "ada@example.com" }],
  ])("a profile's %s is sent to the profile's address alone", async (_, credentials) => {
    const home = newHome();
    const profiles = { here: { url: dead, ...credentials } };
    await Bun.write(fileOf(home), JSON.stringify({ current: "here", profiles }));
    server.requests.length = 0;
    for (const words of [["channels", "list"], ["contacts", "export"], ["events", "tail"], ["whoami"]]) {
      const run = await runCli([...words, "--url", server.url], { home });
      expect(run).toMatchObject({ code: 2, stdout: "" });
      expect(run.stderr).toContain(
        `the key of profile 'here' is for ${dead} and is not sent to ${server.url}`,
      );
      expect(run.stderr).toContain(`waypost login --url ${server.url} --profile <name>`);
    }
    expect(server.requests).toEqual([]);
    const env = { WAYPOST_URL: server.url };
    expect((await runCli(["channels", "list"], { home, env })).code).toBe(2);
    expect((await runCli(["channels", "list", "--api-key", KEY], { home, env })).code).toBe(0);
    expect((await runCli(["health"], { home, env })).code).toBe(0);
  });

  test("WAYPOST_PROFILE chooses a profile, --profile another", async () => {
    const home = newHome();
    await login(home);
    const profiles = { here: { url: server.url, api_key: KEY }, there: { url: dead, api_key: KEY } };
    await Bun.write(fileOf(home), JSON.stringify({ current: "here", profiles }));
    const env = { WAYPOST_PROFILE: "there" };
    expect((await runCli(["channels", "list"], { home, env })).code).toBe(4);
    expect((await runCli(["channels", "list", "--profile", "here"], { home, env })).code).toBe(0);
  });

  test("an absolute XDG_CONFIG_HOME is where the profiles are", async () => {
    const home = newHome();
    const config = newHome();
    const env = { XDG_CONFIG_HOME: config };
    await runCli(["login", "--url", server.url, "--api-key", KEY], { home, env });
    expect(await Bun.file(join(config, "waypost/config.json")).exists()).toBe(true);
  });
});
