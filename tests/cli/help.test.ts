import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { COMMANDS as LIST } from "../../cli/commands/list.ts";
import { ENVIRONMENT } from "../../cli/lib/command/environment-help.ts";
import { COMMANDS } from "./commands.ts";
import { runCli } from "./run-cli.ts";

test("help exit-codes says what every code means, also as JSON", async () => {
  const { stdout } = await runCli(["help", "exit-codes"]);
  expect(stdout).toContain("4\tthe API can't be reached\n");
  const { data } = JSON.parse((await runCli(["help", "exit-codes", "--json"])).stdout);
  expect(data.map(({ code }: { code: string }) => code)).toEqual(["0", "1", "2", "3", "4", "5", "6", "130"]);
});

test("help environment names every variable that the code of the CLI reads", async () => {
  const folder = join(import.meta.dir, "../../cli");
  const read = new Set<string>();
  for await (const file of new Glob("**/*.{ts,tsx}").scan(folder)) {
    const code = await Bun.file(join(folder, file)).text();
    for (const [, dotted, named] of code.matchAll(/\benvironment\.([A-Z_]+)|variable: "([A-Z_]+)"/g))
      read.add(dotted ?? named ?? "");
  }
  expect([...read].filter((name) => !Object.hasOwn(ENVIRONMENT, name))).toEqual([]);
  expect((await runCli(["help", "environment"])).stdout.split("\n").length).toBe(
    Object.keys(ENVIRONMENT).length + 1,
  );
});

test("help of a command is what its --help prints, on standard output", async () => {
  const run = await runCli(["help", "messages", "list"]);
  expect(run).toEqual(await runCli(["messages", "list", "--help"]));
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("Usage: waypost messages list");
  expect(await runCli(["help"])).toEqual(await runCli(["--help"]));
  expect(await runCli(["help", "mesages"])).toMatchObject({ code: 2, stdout: "" });
});

test("every noun says what it is", async () => {
  const { stdout } = await runCli(["--help"]);
  expect(stdout).toContain("API keys");
  // a name alone in its line, with the next name below it
  expect(stdout.match(/^ {2}[a-z-]+$/gm) ?? []).toEqual([]);
});

test("commands --json lists every command with all that its help says", async () => {
  const { data, global_options } = JSON.parse((await runCli(["commands", "--json"])).stdout);
  expect(data.map(({ path }: { path: string }) => path)).toEqual(COMMANDS.map(({ path }) => path));
  const send = data.find(({ path }: { path: string }) => path === "send");
  expect(send).toMatchObject({ writes: true, exit_codes: [0, 1, 2, 3, 4, 5, 6, 130] });
  expect(send.options).toContainEqual(
    expect.objectContaining({ name: "--to", required: false, repeatable: false }),
  );
  const create = data.find(({ path }: { path: string }) => path === "keys create");
  expect(create.options).toContainEqual(expect.objectContaining({ name: "--name", required: true }));
  expect(global_options).toContainEqual({ flags: "--json", description: "print JSON" });
});

test("every command says what it prints, how it ends, and has an example of its own", async () => {
  const { data, exit_codes } = JSON.parse((await runCli(["commands", "--json"])).stdout);
  for (const { path, summary, output, examples, exit_codes: codes } of data) {
    expect([path, output]).toEqual([path, expect.stringMatching(/^\S.+\.$/)]);
    expect([path, summary]).toEqual([path, expect.stringMatching(/^[A-Z].*[^.]$/)]);
    expect([
      path,
      examples.some(({ command }: { command: string }) => command.includes(`waypost ${path}`)),
    ]).toEqual([path, true]);
    expect([path, codes.filter((code: number) => exit_codes[code] === undefined)]).toEqual([path, []]);
  }
});

test("every command that deletes takes --yes", () => {
  const deleting = COMMANDS.filter(({ path }) => path.includes(" delete"));
  expect(deleting.length).toBeGreaterThan(7);
  expect(deleting.filter(({ options }) => !("yes" in options)).map(({ path }) => path)).toEqual([]);
});

test("a word that is no command is never repeated with what follows it", async () => {
  const { code, stderr } = await runCli(["lgin", "--api-key", "hunter2", "hunter3"]);
  expect(code).toBe(2);
  expect(stderr).toContain("Did you mean: waypost login");
  expect(stderr).not.toContain("hunter");
});

test("every command is in the list under its own name", () => {
  expect(COMMANDS.map(({ path }) => path)).toEqual(Object.keys(LIST));
});
