/** Completion by the real engine and, where they are installed, in real shells on a terminal. */
import { beforeAll, describe, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { cliCommand, newHome, runCli, runInTerminal } from "./run-cli.ts";

const waypost = sharedDaemon();
const folder = newHome();
beforeAll(async () => {
  await Bun.write(`${folder}/waypost`, `#!/bin/sh\nexec ${cliCommand([]).join(" ")} "$@"\n`);
  chmodSync(`${folder}/waypost`, 0o755);
  for (const shell of ["bash", "zsh", "fish"]) {
    await Bun.write(`${folder}/${shell}`, (await runCli(["completion", shell])).stdout);
  }
});

const env = () => ({
  HOME: folder,
  PATH: `${folder}:${process.env.PATH}`,
  TERM: "xterm-256color",
  WAYPOST_URL: waypost.url,
  WAYPOST_API_KEY: waypost.key,
});

async function complete(...words: string[]): Promise<string[]> {
  const { stdout } = await runCli(["complete-words", ...words], { env: env() });
  return stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);
}

describe("what may come next", () => {
  test("nouns, verbs and options", async () => {
    expect(await complete("temp")).toEqual(["templates"]);
    expect(await complete("--url", waypost.url, "messages", "c")).toEqual(["cancel", "cancellation"]);
    expect(await complete("send", "--wa")).toEqual(["--wait"]);
    expect(await complete("send", "--dry")).toEqual(["--dry-run"]);
    expect(await complete("messages", "list", "--direction", "")).toEqual(["inbound", "outbound"]);
  });

  test("ids of what there is, as arguments and as values of options", async () => {
    expect(await complete("channels", "get", "")).toEqual([waypost.channelId]);
    expect(await complete("send", "--to", "4915", "--channel", "ch_")).toEqual([waypost.channelId]);
    const { body } = await waypost.call("POST", "/v1/users/invitations", {
      email: "ada@example.com",
      role: "admin",
    });
    expect(await complete("users", "withdraw", "")).toEqual([body.id]);
    expect(await complete("channels", "get", waypost.channelId, "")).toEqual([]);
  });

  test("ids and names that other words than id stand for", async () => {
    const { body: contact } = await waypost.call("POST", "/v1/contacts", {
      phone_number: "+14155559001",
      tags: ["vip"],
    });
    const { body: list } = await waypost.call("POST", "/v1/crm/lists", { name: "Roof" });
    expect(await complete("contacts", "merge", contact.id, "ct_")).toEqual([contact.id]);
    expect(await complete("broadcasts", "create", "--list", list.id.slice(0, 8))).toEqual([list.id]);
    expect(await complete("contacts", "list", "--tag", "")).toEqual(["vip"]);
    expect(await complete("deliveries", "list", "--event", "message.n")).toEqual(["message.new"]);
    await runCli(["login", "--url", waypost.url, "--api-key", waypost.key, "--profile", "shop"], {
      env: env(),
    });
    expect(await complete("profiles", "use", "")).toEqual(["shop"]);
    expect(await complete("channels", "list", "--profile", "s")).toEqual(["shop"]);
  });

  test("nothing, and quickly, when the daemon is away", async () => {
    expect(await complete("--url", "http://127.0.0.1:1", "channels", "get", "")).toEqual([]);
  });
});

describe("shells", () => {
  const START: Record<string, string[]> = {
    bash: ["--norc", "--noprofile", "-i"],
    zsh: ["-f", "-i"],
    fish: ["--no-config", "--interactive"],
  };
  const SETUP: Record<string, string> = {
    bash: `PS1='$ '; source ${folder}/bash`,
    zsh: `PS1='$ '; autoload -Uz compinit; compinit -u -d ${folder}/dump; source ${folder}/zsh`,
    fish: `function fish_prompt; echo '$ '; end; source ${folder}/fish`,
  };

  const installed = (shell: string) => Bun.which(shell) !== null;
  test.skipIf(!installed("bash"))("bash completes a verb and an id", () => completesIn("bash"));
  test.skipIf(!installed("zsh"))("zsh completes a verb and an id", () => completesIn("zsh"));
  test.skipIf(!installed("fish"))("fish completes a verb and an id", () => completesIn("fish"));

  async function completesIn(shell: string) {
    const run = runInTerminal([shell, ...(START[shell] ?? [])], env());
    // Written in two pieces, so that it is found only once it has run.
    run.type(`${SETUP[shell]}; echo rea""dy\r`);
    await run.until("ready");
    run.type("waypost channels ge\t");
    await run.until("channels get");
    run.type(`${waypost.channelId.slice(0, 8)}\t`);
    await run.until(waypost.channelId.slice(8));
    run.type(" --json --fields id\r");
    await run.until(`"id": "${waypost.channelId}"`);
    run.type("exit\r");
    expect(await run.exited).toBe(0);
  }

  test("an unknown shell is a usage error", async () => {
    expect(await runCli(["completion", "tcsh"])).toMatchObject({ code: 2, stdout: "" });
  });

  test("the scripts are ones that their shells accept", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      if (!installed(shell)) continue;
      expect(Bun.spawnSync([shell, "-n", join(folder, shell)]).exitCode).toBe(0);
    }
  });
});
