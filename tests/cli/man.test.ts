/** Manual pages, as man(1) takes them. */
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "./commands.ts";
import { newHome, runCli } from "./run-cli.ts";

const groff = Bun.which("groff");

test("there is one for the program and one for each command, without a complaint of groff", async () => {
  const folder = join(newHome(), "man1");
  expect((await runCli(["man", "--out", folder])).code).toBe(0);
  const files = readdirSync(folder).map((name) => join(folder, name));
  expect(files).toHaveLength(COMMANDS.length + 1);
  if (groff === null) return;
  const options = ["-man", "-Tutf8", "-ww", "-z"];
  const { stderr, exitCode } = Bun.spawnSync([groff, ...options, ...files]);
  expect([stderr.toString(), exitCode]).toEqual(["", 0]);
});

test.skipIf(groff === null)(
  "what a page shows is what is meant, dashes, quotes and letters with accents too",
  async () => {
    const text = await shown("send");
    expect(text).toContain("waypost-send - Send a message");
    expect(text).toContain("--to 4915112345678 --text 'Your table is ready'");
    expect(text).toContain("--idempotency-key <key>");
    expect(await shown("channels", "username", "get")).toContain("waypost-channels-username-get - Show");
    expect(await shown("contacts", "upsert")).toContain("--name 'Zoë Byron'");
  },
);

/** A command's page as a terminal shows it. */
async function shown(...command: string[]): Promise<string> {
  const page = (await runCli(["man", ...command])).stdout;
  const format = [groff ?? "", "-man", "-Tutf8", "-P-c", "-rLL=200n"];
  const { stdout } = Bun.spawnSync(format, { stdin: Buffer.from(page) });
  return stdout.toString().replaceAll(/.[\b]/g, "");
}

test("a page that is not there is a usage error", async () => {
  expect(await runCli(["man", "nothing"])).toMatchObject({ code: 2, stdout: "" });
});
