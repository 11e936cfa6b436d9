/** The README's commands, run as they stand there; those that stay open are shown by its pictures. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { cliCommand, cliEnvironment, newHome } from "../cli/run-cli.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { codeBlocks, ROOT, readDocument } from "./documents.ts";

const text = await readDocument("README.md");
const pictures = [...text.matchAll(/[("](docs\/screens\/[\w.-]+\.svg)/g)].map(([, path = ""]) =>
  join(ROOT, path),
);
const prompts = await Promise.all(pictures.map(promptOf));
const lines = codeBlocks(text)
  .flatMap((block) => block.lines)
  .filter((line) => /^(\.\/scripts\/)?waypost /.test(line))
  .map((line) => line.replace("./scripts/", ""));
const run = lines.filter((line) => !prompts.includes(line) && line !== "waypost top");

const daemon = sharedDaemon();

test("each of its pictures of a terminal shows a command that it names", () => {
  expect(pictures).toHaveLength(4);
  for (const prompt of prompts) expect([...lines, ""]).toContain(prompt);
});

test.each(run)("%s", async (line) => {
  const program = `waypost() { ${cliCommand(['"$@"']).join(" ")}; }`;
  const child = Bun.spawn(["sh", "-c", `${program}; ${line}`], {
    env: cliEnvironment(newHome(), {
      WAYPOST_URL: daemon.url,
      WAYPOST_API_KEY: daemon.key,
      CHANNEL: daemon.channelId,
      PHONE: "14155550123",
    }),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, errors] = await Promise.all([child.exited, child.stderr.text(), child.stdout.text()]);
  expect([code, errors]).toEqual([0, expect.not.stringContaining("error")]);
});

const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => ({
  language,
  code,
}));

test("its samples have the channel and the key that it says", async () => {
  const exports = blocks.find(({ code }) => code.startsWith("export CHANNEL="))?.code ?? "";
  const program = `waypost() { ${cliCommand(['"$@"']).join(" ")}; }`;
  const script = `${program}\n${exports.replaceAll("./scripts/", "")}\necho "$CHANNEL $KEY"`;
  const env = cliEnvironment(newHome(), { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key });
  const child = Bun.spawn(["sh", "-c", script], { env, stdout: "pipe", stderr: "ignore" });
  expect(await child.stdout.text()).toMatch(/^ch_\w+ wp_\S+\n$/);
});

test("its sample sends a message", async () => {
  const block = blocks.find(({ code }) => code.startsWith("curl"));
  const code = (block?.code ?? "").replaceAll("http://127.0.0.1:8484", daemon.url);
  const env = { ...process.env, KEY: daemon.key, CHANNEL: daemon.channelId };
  const child = Bun.spawn(["sh", "-c", code], { env, stdout: "pipe", stderr: "ignore" });
  expect(await child.stdout.text()).toContain("queued");
});

/** The command line above what a picture shows; nothing where that takes the whole screen. */
async function promptOf(path: string): Promise<string> {
  const picture = await Bun.file(path).text();
  return /<desc>\$ (.*)$/m.exec(picture)?.[1] ?? "";
}
