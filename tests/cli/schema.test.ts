/** What programs get to know of commands. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import { newHome, runCli } from "./run-cli.ts";

test("the schema of a command says what it takes", async () => {
  const { code, stdout } = await runCli(["schema", "conversations", "reply"]);
  const { command, input, output, exit_codes } = JSON.parse(stdout);
  expect([code, command, typeof output.description]).toEqual([0, "conversations reply", "string"]);
  expect(exit_codes).toContain(3);
  const takes = new Ajv().compile(input);
  expect(takes({ id: "cv_1", text: "Hello", wait: "sent" })).toBe(true);
  for (const wrong of [{}, { id: "cv_1", nothing: "x" }, { id: "cv_1", wait: "yes" }])
    expect(takes(wrong)).toBe(false);
});

test("no such command", async () => {
  const { code, stderr } = await runCli(["schema", "nothing"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("there is no command 'nothing'")]);
});

test("a skill is written, and names commands that there are", async () => {
  const folder = join(newHome(), "skill");
  expect((await runCli(["samples", "skill", folder])).code).toBe(0);
  const path = join(folder, "SKILL.md");
  expect(existsSync(path)).toBe(true);
  const text = await Bun.file(path).text();
  expect(text).toMatch(/^---\nname: waypost\ndescription: .{40,1024}\n---\n/);
  const { data } = JSON.parse((await runCli(["commands", "--json"])).stdout);
  const known = data.map((one: { path: string }) => one.path);
  const lines = [...text.matchAll(/^waypost ([a-z-]+(?: [a-z-]+)?)/gm)].map(([, words = ""]) => words);
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.filter((words) => !known.includes(words) && !known.includes(words.split(" ")[0]))).toEqual([]);
  expect((await runCli(["samples", "skill", folder])).code).toBe(2);
});
