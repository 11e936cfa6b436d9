/** Texts from files and standard input, as editors and shells write them, and what --dry-run shows of a request. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cliCommand, cliEnvironment, newHome, runCli } from "./run-cli.ts";

// nothing is sent there
const env = { WAYPOST_URL: "http://127.0.0.1:9", WAYPOST_API_KEY: `wp_${"a".repeat(36)}` };
const TO = ["send", "--channel", "ch_1", "--to", "15550000001", "--dry-run", "--json"];
const shownBody = (stdout: string) => JSON.parse(stdout).body;
const CONTENT = '{"body":"Grüße"}';
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};

async function withInput(bytes: Uint8Array, ...args: string[]) {
  const child = Bun.spawn(cliCommand(args), {
    env: cliEnvironment(newHome(), env),
    stdin: new Blob([Buffer.from(bytes)]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, stdout, stderr };
}

const fileOf = (bytes: Uint8Array | string) => {
  const path = join(newHome(), "given");
  writeFileSync(path, bytes);
  return path;
};

test("a text that is no UTF-8 is refused, from standard input and from a file", async () => {
  const latin = Buffer.from("Gr\xfc\xdfe", "latin1");
  const piped = await withInput(latin, ...TO, "--text", "-");
  expect(piped).toMatchObject({ code: 2, stdout: "" });
  expect(piped.stderr).toContain("standard input is not text in UTF-8");
  const content = fileOf(Buffer.from(CONTENT, "latin1"));
  const named = await runCli([...TO, "--type", "text", "--content", content], { env });
  expect(named).toMatchObject({ code: 2, stdout: "" });
  expect(named.stderr).toContain(`--content: ${content} is not text in UTF-8`);
});

test.each([
  ["UTF-8", Buffer.from(CONTENT)],
  ["UTF-8 with its mark", Buffer.from(`\ufeff${CONTENT}`)],
  ["UTF-16 as PowerShell writes it", utf16(CONTENT)],
  ["UTF-16, big-endian", utf16(CONTENT, true)],
])("JSON in %s is read, from a file and from standard input", async (_what, bytes) => {
  const named = await runCli([...TO, "--type", "text", "--content", fileOf(bytes)], { env });
  const piped = await withInput(bytes, ...TO, "--type", "text", "--content", "-");
  for (const { stdout } of [named, piped]) expect(shownBody(stdout).content).toEqual({ body: "Grüße" });
});

test("--dry-run shows the language of a template, and hides what is secret", async () => {
  const template = await runCli([...TO, "--template", "hello_world", "--lang", "en_US"], { env });
  expect(shownBody(template.stdout).content.template.language).toEqual({ code: "en_US" });
  const input = fileOf('{"access_token":"EAAsecret","settings":{"pin":"shown"}}');
  const changed = await runCli(["channels", "update", "ch_1", "--access-token", "EAAsecret", "--dry-run"], {
    env,
  });
  const called = await runCli(["api", "PATCH", "/v1/channels/ch_1", "--input", input, "--dry-run"], { env });
  for (const { stdout, stderr } of [changed, called])
    expect({ stdout, stderr }).toEqual({
      stdout: expect.stringContaining('"access_token":"[hidden]"'),
      stderr: expect.not.stringContaining("EAAsecret"),
    });
});
