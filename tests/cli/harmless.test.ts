/** Texts by others reach a terminal without control sequences. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { harmlessPieces } from "../../cli/lib/text/harmless.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import { channel } from "../support/contract-answers.ts";
import { type ContractServer, KEY, startContractServer } from "../support/contract-server.ts";
import { runCli, runCliInTerminal } from "./run-cli.ts";

/** Writes to the clipboard, by two spellings, and turns what follows around. */
const HOSTILE = "\u001b]52;c;ZXZpbA==\u0007 \u009d52;c;ZXZpbA==\u009c \u202egpj.exe\u2069";
const SHOWN = "\\u001b]52;c;ZXZpbA==\\u0007 \\u009d52;c;ZXZpbA==\\u009c \\u202egpj.exe\\u2069";
const OBEYED = /(?![\r\n])[\p{Cc}\p{Bidi_Control}]/u;

/** The refusal of every request except those for a file. */
const REFUSAL = { detail: `${HOSTILE}\nerror: all is well` };
let refusal: object = REFUSAL;
let server: ContractServer;
/** Answers everything with hostile text: a file to exports, an error to the rest. */
let hostile: ReturnType<typeof Bun.serve>;
beforeAll(() => {
  server = startContractServer();
  hostile = Bun.serve({
    port: 0,
    fetch: (request) =>
      /export|refused/.test(request.url)
        ? new Response(`phone,name\r\n15550001111,${HOSTILE}\r\n`)
        : Response.json(refusal, { status: 422 }),
  });
});
afterAll(async () => {
  server.stop();
  await hostile.stop(true);
});

const environment = (url: string) => ({ WAYPOST_URL: url, WAYPOST_API_KEY: KEY });
const hostileUrl = () => `http://127.0.0.1:${hostile.port}`;

test.each(["contacts export", "imports refused imp_1"])(
  "%s shows what a terminal can't obey",
  async (words) => {
    const run = runCliInTerminal(words.split(" "), { env: environment(hostileUrl()), columns: 200 });
    expect(await run.exited).toBe(0);
    expect(run.screen()).toContain(`15550001111,${SHOWN}`);
    expect(run.screen()).not.toMatch(OBEYED);
  },
);

test("a file in a pipe stays as it is", async () => {
  const run = await runCli(["contacts", "export"], { env: environment(hostileUrl()) });
  expect(run.stdout).toBe(`phone,name\r\n15550001111,${HOSTILE}\r\n`);
});

test("an error of the API can't steer, nor look like another", async () => {
  const run = await runCli(["contacts", "list"], { env: environment(hostileUrl()) });
  expect(run.stderr).toBe(`error: ${SHOWN}\n  error: all is well (422)\n`);
});

test("an error of the API has none of the colours that this program's own words have", async () => {
  const green = "\u001b[32mall is well\u001b[39m";
  refusal = { detail: green, hint: `mend it: ${green}`, errors: [{ path: "/to", message: green }] };
  const run = runCliInTerminal(["contacts", "list"], { env: environment(hostileUrl()), columns: 200 });
  await run.exited;
  refusal = REFUSAL;
  const shown = "\\u001b[32mall is well\\u001b[39m";
  expect(run.screen()).toContain(`${shown} (422)`);
  expect(run.screen()).toContain(`/to: ${shown}`);
  expect(run.screen()).toContain(`mend it: ${shown}`);
});

test("JSON says the same without a character that is obeyed", async () => {
  const failed = await runCli(["contacts", "list", "--json"], { env: environment(hostileUrl()) });
  expect(failed.stderr.trimEnd()).not.toMatch(OBEYED);
  expect(JSON.parse(failed.stderr).error.message).toContain(HOSTILE);
  server.channels = [{ ...channel("ch_1"), name: HOSTILE }];
  const listed = await runCli(["channels", "list", "--json"], { env: environment(server.url) });
  server.channels = [channel("ch_1")];
  expect(listed.stdout).not.toMatch(OBEYED);
  expect(JSON.parse(listed.stdout).data[0].name).toBe(HOSTILE);
});

test("a table shows names that turn the writing", async () => {
  server.channels = [{ ...channel("ch_1"), name: "a\u202eb" }];
  const run = runCliInTerminal(["channels", "list"], { env: environment(server.url), columns: 200 });
  expect(await run.exited).toBe(0);
  server.channels = [channel("ch_1")];
  expect(run.screen()).toContain("a\\u202eb");
});

test("a line end, a letter or a code that is cut in two stays what it is", async () => {
  const bytes = new TextEncoder().encode("a\r\nÄ\u009bb\rc\r");
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  expect((await Array.fromAsync(harmlessPieces(pieces))).join("")).toBe("a\r\nÄ\\u009bb\\u000dc\\u000d");
});

test("nothing writes past the output, and nothing draws past the harmless text", () => {
  const files = readdirSync(join(ROOT, "cli"), { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const matching = (pattern: RegExp) =>
    files.filter((name) => pattern.test(readFileSync(join(ROOT, "cli", name), "utf8"))).sort();
  expect(matching(/std(out|err)\.write\(|console\.\w+\(|Bun\.std(out|err)|writeSync\(/)).toEqual([
    "commands/channels/pairing/picture-screen.ts",
    "commands/channels/pairing/terminal-screen.ts",
    "lib/input/confirm.ts",
    "lib/input/prompt.ts",
    "lib/output/output.ts",
    "lib/terminal/pictures/conversation.ts",
    "lib/terminal/spinner.ts",
  ]);
  expect(matching(/import \{[^}]*\b(Text|Static)\b[^}]*\} from "ink"/)).toEqual(["ui/text.tsx"]);
});
