/** `waypost top` without answers, and a series of answers in a pipe. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { clean, openScreen } from "./flows/terminal.ts";
import { cliCommand, cliEnvironment, newHome, runCli } from "./run-cli.ts";
import { openDoor } from "./top-door.ts";

const waypost = sharedDaemon();

test.each([
  [["--url", "http://127.0.0.1:1"], 4, "can't be reached"],
  [["--api-key", `wp_${"0".repeat(36)}`], 3, "invalid or missing API key"],
  [["--interval", "1ms"], 2, "--interval is from 500ms to 1h"],
  [["--interval", "soon"], 2, "is not a duration"],
  [["--once", "--interval", "2s"], 2, "give one of --once and --interval"],
])("%p ends with exit code %p before anything is drawn", async (words, code, message) => {
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  expect(await runCli(["top", ...words], { env })).toMatchObject({
    ...{ code, stdout: "", stderr: expect.stringContaining(message) },
  });
  const screen = openScreen(["top", ...words], { env });
  expect(await screen.ended()).toEqual(clean(code));
  expect((await screen.lines()).join(" ")).toContain(message);
});

test("in a pipe a series continues when the daemon is back, and ends when the key is refused", async () => {
  const door = openDoor(waypost.url);
  const env = cliEnvironment(newHome(), { WAYPOST_URL: door.url, WAYPOST_API_KEY: waypost.key });
  const child = Bun.spawn(cliCommand(["top", "--json", "--interval", "500ms"]), {
    ...{ env, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  });
  const lines: unknown[] = [];
  const read = async () => {
    let rest = "";
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + piece).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts.map((line) => JSON.parse(line)));
    }
  };
  const reading = read();
  const written = async (count: number) => {
    await until(() => lines.length >= count);
  };
  await written(2);
  door.refuse(503);
  const seen = door.requests();
  await until(() => door.requests() >= seen + 2);
  door.refuse(null);
  await written(4);
  door.refuse(401);
  expect(await child.exited).toBe(3);
  await reading;
  const said = await child.stderr.text();
  expect(said).toContain("Retrying: the door is shut (503).");
  expect(said).toContain('"status":401');
  expect(lines[0]).toMatchObject({ channels: [{ id: waypost.channelId }] });
  await door.stop();
});
