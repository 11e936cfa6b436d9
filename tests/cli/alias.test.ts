/** Short names of one's own for command lines. */
import { expect, test } from "bun:test";
import { aliasWords, expandAlias } from "../../cli/lib/settings/aliases.ts";
import { newHome, runCli } from "./run-cli.ts";

test("a name stands for its words, followed by what comes after it", async () => {
  const home = newHome();
  const run = (...args: string[]) => runCli(args, { home });
  expect((await run("alias", "set", "all", "commands --json")).stderr).toBe(
    "waypost all is now: waypost commands --json\n",
  );
  expect((await run("--quiet", "all", "--jq", ".data[0].path")).stdout).toBe("send\n");
  expect((await run("alias", "list")).stdout).toBe("all\tcommands --json\n");
  expect((await run("complete-words", "al")).stdout).toContain("alias");
  expect((await run("complete-words", "all", "--fie")).stdout).toStartWith("--fields\t");
  expect((await run("alias", "delete", "all", "--yes")).code).toBe(0);
  expect(await run("all")).toMatchObject({ code: 2, stdout: "" });
});

test.each([
  ["send", "health", "is already a command"],
  ["keys", "health", "is already a command"],
  ["a b", "health", "is not a name"],
  ["x", "waypost health", "does not begin with a command"],
])("the name %j for %j is refused", async (name, line, said) => {
  const run = await runCli(["alias", "set", name, line]);
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
});

test("words are parted at spaces but within quotes, and filled in by their numbers", () => {
  expect(aliasWords(`send --text "Hi there" --to='1 2' a`)).toEqual([
    ...["send", "--text", "Hi there", "--to=1 2", "a"],
  ]);
  const aliases = { hi: "send --to $1 --text 'Hi $2'", all: "messages list --all" };
  expect(expandAlias(["--json", "hi", "4915", "Ada", "-q"], 1, aliases)).toEqual([
    ...["--json", "send", "--to", "4915", "--text", "Hi Ada", "-q"],
  ]);
  expect(expandAlias(["all", "-x"], 0, aliases)).toEqual(["messages", "list", "--all", "-x"]);
  expect(expandAlias(["constructor"], 0, aliases)).toBeUndefined();
});
