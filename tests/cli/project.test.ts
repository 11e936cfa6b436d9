/** `waypost.toml`: what a project may choose, and what it may not. */

import { afterAll, expect, test } from "bun:test";
import { chownSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { KEY, startContractServer } from "../support/contract-server.ts";
import { IS_ROOT } from "../support/root.ts";
import { cliCommand, cliEnvironment, newHome } from "./run-cli.ts";

const server = startContractServer();
afterAll(() => server.stop());

/** A home with two profiles and a project in it, whose file says this; what is run is run two folders below. */
async function projectWith(toml: string) {
  const home = newHome();
  const profile = { url: server.url, api_key: KEY };
  const profiles = {
    current: "default",
    profiles: { default: { ...profile, api_key: "wp_other" }, team: profile },
  };
  await Bun.write(join(home, ".config/waypost/config.json"), JSON.stringify(profiles));
  await Bun.write(join(home, "shop/waypost.toml"), toml);
  await mkdir(join(home, "shop/a/b"), { recursive: true });
  return async (args: string[], env: Record<string, string> = {}) => {
    const child = Bun.spawn(cliCommand(args), {
      ...{ cwd: join(home, "shop/a/b"), stdin: "ignore", stdout: "pipe", stderr: "pipe" },
      env: cliEnvironment(home, env),
    });
    const [stdout, stderr, code] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      child.exited,
    ]);
    return { stdout, stderr, code, file: join(home, "shop/waypost.toml") };
  };
}

test("it chooses profile, channel and output for what is below its folder", async () => {
  const run = await projectWith('profile = "team"\nchannel = "ch_9"\noutput = "json"\n');
  const send = ["send", "--to", "4915112345678", "--text", "Hi", "--dry-run"];
  const { stdout, code } = await run(send);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).body.channel_id).toBe("ch_9");
  expect(JSON.parse((await run([...send, "--channel", "ch_1"])).stdout).body.channel_id).toBe("ch_1");
  expect((await run(["channels", "list"])).code).toBe(0);
  const asked = await run(["channels", "list", "--profile", "default"]);
  expect(asked).toMatchObject({ code: 3, stdout: "" });
  expect(await run(["channels", "list"], { WAYPOST_PROJECT: "none" })).toMatchObject({ code: 3 });
});

test.each([
  ['url = "http://127.0.0.1:1"', "there is no setting 'url'"],
  ['api_key = "wp_mine"', "there is no setting 'api_key'"],
  ["profile = 5", "profile is not text"],
  ['output = "xml"', "output is 'json' or 'text'"],
  ["profile = ", "is not TOML"],
  ['profile = "nobody"', "waypost.toml names"],
])("a file that says %j is refused, and no request is made", async (toml, said) => {
  const run = await projectWith(toml);
  const asked = server.requests.length;
  expect(await run(["channels", "list"])).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
  expect(server.requests.length).toBe(asked);
});

test.skipIf(!IS_ROOT)("the file of another user counts for nothing, and that is said", async () => {
  const run = await projectWith('output = "json"');
  const { file } = await run(["commands"]);
  chownSync(file, 12345, 12345);
  const { stdout, stderr } = await run(["commands"]);
  expect(stdout).toStartWith("send\t");
  expect(stderr).toContain("is another user's, and is ignored");
});
