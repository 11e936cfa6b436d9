import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import packageJson from "../../package.json" with { type: "json" };
import { channel } from "../support/contract-answers.ts";
import { type ContractServer, KEY, startContractServer } from "../support/contract-server.ts";
import { COMMANDS } from "./commands.ts";
import { cliCommand, cliEnvironment, newHome, runCli, runCliInTerminal } from "./run-cli.ts";
import { runMany } from "./run-many.ts";

let server: ContractServer;
beforeAll(() => {
  server = startContractServer();
});
afterAll(() => server.stop());

const environment = () => ({ WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY });
const waypost = (...args: string[]) => runCli(args, { env: environment() });

describe("output", () => {
  test("a list in a pipe is tab-separated, without heading, with whole times", async () => {
    const run = await waypost("messages", "list", "--limit", "2");
    expect(run.stdout.split("\n")[0]).toBe(
      "m1\tsent\t\t4915\ttext\t2026-01-02T03:04:05.678Z\toutbound\tch_1\t\t",
    );
    expect(run.stderr).toBe("More: --cursor two, or --all\n");
  });

  test("--json is the API's own list", async () => {
    const { data, meta } = JSON.parse((await waypost("messages", "list", "--limit", "2", "--json")).stdout);
    expect(meta).toEqual({ next_cursor: "two" });
    expect(data).toMatchObject([{ id: "m1" }, { id: "m2" }]);
  });

  test("a page that ended early is filled from where the server stopped", async () => {
    const { data, meta } = JSON.parse((await waypost("messages", "list", "--json")).stdout);
    expect(data).toMatchObject([{ id: "m1" }, { id: "m2" }, { id: "m3" }]);
    expect(meta).toEqual({ next_cursor: null });
  });

  test("--all follows every page", async () => {
    const { data, meta } = JSON.parse((await waypost("messages", "list", "--all", "--json")).stdout);
    expect(data).toMatchObject([{ id: "m1" }, { id: "m2" }, { id: "m3" }]);
    expect(meta).toEqual({ next_cursor: null });
    expect((await waypost("messages", "list", "--all")).stdout.trim().split("\n")).toHaveLength(3);
  });

  test("filters are sent under the API's names", async () => {
    server.requests.length = 0;
    await waypost(
      "messages",
      "list",
      "--status",
      "failed",
      "--to",
      "+49 15 123",
      "--channel",
      "ch_1",
      "--since",
      "2026-01-01",
    );
    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({
      channel_id: "ch_1",
      status: "failed",
      to: "4915123",
      created_after: "2026-01-01T00:00:00.000Z",
    });
  });

  test("--quiet silences remarks and keeps the data", async () => {
    expect(await waypost("messages", "list", "--quiet")).toMatchObject({
      stderr: "",
      stdout: expect.stringContaining("m1"),
    });
  });

  test("global options work before the noun as well as after the verb", async () => {
    expect(JSON.parse((await waypost("--json", "channels", "get", "ch_1")).stdout)).toMatchObject({
      id: "ch_1",
    });
  });

  test("a terminal gets a table with a heading and coloured statuses", async () => {
    const run = runCliInTerminal(["channels", "list"], { env: environment() });
    expect(await run.exited).toBe(0);
    expect(run.screen()).toContain("STATUS");
    expect(run.screen()).toContain("\u001b[32mconnected\u001b[39m");
  });

  test("with NO_COLOR a terminal gets no colours", async () => {
    const run = runCliInTerminal(["channels", "list"], { env: { ...environment(), NO_COLOR: "1" } });
    expect(await run.exited).toBe(0);
    // a spinner may move the cursor
    const escapes = run.screen().split("\u001b[").slice(1);
    expect(escapes.filter((one) => /^[\d;]*m/.test(one))).toEqual([]);
  });

  test("a dumb terminal gets no escapes", async () => {
    const run = runCliInTerminal(["channels", "list"], { env: { ...environment(), TERM: "dumb" } });
    expect(await run.exited).toBe(0);
    expect(run.screen()).not.toContain("\u001b");
  });

  test("names of other people can't steer the terminal", async () => {
    server.channels = [{ ...channel("ch_1"), name: "evil\u001b[2J\tname\nnext" }];
    const run = await waypost("channels", "list");
    server.channels = [channel("ch_1")];
    expect(run.stdout).toContain("evil [2J name next");
  });
});

describe("changes", () => {
  test("keys create shows the secret once and understands --expires", async () => {
    const args = [
      "keys",
      "create",
      "--name",
      "ci",
      "--permission",
      "messages:send",
      "--expires",
      "2030-01-01",
      "--json",
    ];
    const key = JSON.parse((await waypost(...args)).stdout);
    expect(key).toMatchObject({ key: `wp_${"c".repeat(36)}`, permissions: ["messages:send"] });
    expect(key.expires_at).toBe("2030-01-01T00:00:00.000Z");
  });

  test("endpoints create shows the secret once", async () => {
    const run = await waypost(
      "endpoints",
      "create",
      "https://example.com/hook",
      "--events",
      "message.new,message.sent",
    );
    expect(run.stdout).toContain("secret\twhsec_c2VjcmV0\n");
    expect(run.stdout).toContain("events\tmessage.new,message.sent\n");
  });

  test.each(["keys revoke key_1 --yes", "endpoints delete ep_1 --yes"])(
    "%s writes nothing to standard output",
    async (line) => {
      expect(await waypost(...line.split(" "))).toMatchObject({ code: 0, stdout: "" });
    },
  );

  test.each(["endpoints list", "keys list"])("%s lists", async (line) => {
    expect((await waypost(...line.split(" "))).stdout).toMatch(/^(ep|key)_1\t/);
  });

  test("channels create takes the token from standard input or the environment and never shows it", async () => {
    const args = [
      "channels",
      "create",
      "--name",
      "Support",
      "--phone-number-id",
      "1065",
      "--waba-id",
      "1020",
    ];
    const token = "EAAtoken";
    const typed = await runCli([...args, "--access-token", "-"], { env: environment(), stdin: `${token}\n` });
    const set = await runCli(args, { env: { ...environment(), WAYPOST_ACCESS_TOKEN: token } });
    const bodies = server.requests.filter(({ path, method }) => path === "/v1/channels" && method === "POST");
    expect(bodies.map(({ body }) => body)).toEqual(
      Array(2).fill({
        platform: "whatsapp_official",
        name: "Support",
        phone_number_id: "1065",
        waba_id: "1020",
        access_token: token,
      }),
    );
    expect(JSON.stringify([typed, set])).not.toContain(token);
  });

  test("--dry-run hides the access token", async () => {
    const args = "channels create --name x --phone-number-id 1 --access-token EAAtoken --dry-run --json";
    expect((await waypost(...args.split(" "))).stdout).toContain('"access_token": "[hidden]"');
  });
});

describe("the program", () => {
  test.each(["--version", "version"])("%s prints the version", async (word) => {
    expect(await waypost(word)).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: "" });
  });

  test("each command's --help has examples, output and exit codes", async () => {
    const runs = await runMany();
    const ended = await runs.run(
      COMMANDS.map(({ path }) => `waypost ${path}`),
      ["--help"],
    );
    runs.stop();
    const wrong = COMMANDS.filter(({ path }, at) => {
      const { code, stdout = "", stderr } = ended[at] ?? {};
      const parts = ["$ ", "Examples:", "Output:", "Exit codes:", "Global Options:", `waypost ${path}`];
      return code !== 0 || stderr !== "" || !parts.every((part) => stdout.includes(part));
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(ended).toHaveLength(COMMANDS.length);
  });

  test("a value typed for an unknown option is not repeated", async () => {
    const run = await waypost("keys", "list", "--api-kee=hunter2");
    expect(run.code).toBe(2);
    expect(run.stderr).not.toContain("hunter2");
  });

  test("a reader that leaves early is no error", async () => {
    const command = [
      ...cliCommand(["messages", "list", "--all"]).map((word) => `'${word}'`),
      "; echo code $? >&2",
    ].join(" ");
    const child = Bun.spawn(["sh", "-c", `{ ${command}; } | true`], {
      env: cliEnvironment(newHome(), environment()),
      stderr: "pipe",
    });
    expect((await child.stderr.text()).trim()).toEndWith("code 0");
  });

  test("works with standard input closed", async () => {
    const words = cliCommand(["channels", "list"]).map((word) => `'${word}'`);
    const child = Bun.spawn(["sh", "-c", `${words.join(" ")} <&-`], {
      env: cliEnvironment(newHome(), environment()),
      stdout: "pipe",
    });
    expect(await child.stdout.text()).toContain("ch_1\t");
    expect(await child.exited).toBe(0);
  });

  test("SIGINT ends it with 130 also without a terminal", async () => {
    const asked = Promise.withResolvers<void>();
    using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => asked.resolve() } });
    const child = Bun.spawn(cliCommand(["health", "--url", `http://127.0.0.1:${silent.port}`]), {
      env: cliEnvironment(newHome()),
      stderr: "pipe",
    });
    await asked.promise;
    child.kill("SIGINT");
    expect(await child.exited).toBe(130);
    expect(await child.stderr.text()).toBe("");
  });
});
