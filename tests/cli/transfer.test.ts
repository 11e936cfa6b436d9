/** Files over a slow network, and readers that go away. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openScreen } from "./flows/terminal.ts";
import { cliCommand, cliEnvironment, newHome, runCli } from "./run-cli.ts";

const PIECES = 6;
/** Says a piece of a file every so often; the rest never comes where the path says so. */
function startDripping() {
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) =>
      new Response(
        new ReadableStream({
          async start(controller) {
            for (let piece = 0; piece < PIECES; piece++) {
              controller.enqueue(new TextEncoder().encode(`line ${piece}\n`));
              await Bun.sleep(250);
              if (url.includes("stuck") && piece === 1) return;
            }
            controller.close();
          },
        }),
      ),
  });
}

let server: ReturnType<typeof startDripping>;
beforeAll(() => {
  server = startDripping();
});
afterAll(() => server.stop(true));

const env = () => ({
  WAYPOST_URL: `http://127.0.0.1:${server.port}`,
  WAYPOST_API_KEY: `wp_${"a".repeat(36)}`,
});

test("a file that comes slowly takes longer than --timeout, which is for what does not move", async () => {
  const file = join(newHome(), "out.csv");
  const run = await runCli(["contacts", "export", file, "--timeout", "1s"], { env: env() });
  expect(run).toMatchObject({ code: 0, stdout: "" });
  expect((await Bun.file(file).text()).split("\n")).toHaveLength(PIECES + 1);
});

test("a file of which no more comes is given up: 4, and nothing of it stays", async () => {
  const file = join(newHome(), "out.csv");
  const run = await runCli(["media", "download", "stuck", file, "--timeout", "500ms"], { env: env() });
  expect(run.code).toBe(4);
  expect(run.stderr).toContain("did not respond within 0.5 s");
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
});

test("on a terminal a download shows how much has come, and Ctrl-C leaves nothing of it", async () => {
  const file = join(newHome(), "photo.jpg");
  const screen = openScreen(["media", "download", "stuck", file], { env: env() });
  await screen.shows(/^Loading +\d+ bytes +\d+\/s/m);
  expect(existsSync(file)).toBe(false);
  screen.type("\u0003");
  expect((await screen.ended()).code).toBe(130);
  expect((await screen.lines()).join("")).not.toContain("Loading");
  expect(existsSync(`${file}.part`)).toBe(false);
});

test("a reader that goes away in the middle of a file is no error", async () => {
  const words = cliCommand(["contacts", "export"])
    .map((word) => `'${word}'`)
    .join(" ");
  const child = Bun.spawn(["sh", "-c", `{ ${words}; echo code $? >&2; } | head -1`], {
    env: cliEnvironment(newHome(), env()),
    stdout: "pipe",
    stderr: "pipe",
  });
  expect(await child.stdout.text()).toBe("line 0\n");
  expect(await child.stderr.text()).toBe("code 0\n");
});
