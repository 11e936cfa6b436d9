/** The receivers that `samples create` writes: each is run, where its language is installed. */
import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "svix";
import { freePort } from "../../scripts/lib/free-port.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { cliCommand, cliEnvironment, newHome } from "./run-cli.ts";

const SECRET = `whsec_${btoa("a secret of thirty-two characters")}`;
const BODY = '{"message_id":"1", "text":"Grüße"}';
const LANGUAGES = [
  ["node", "node", ["node", "receiver.mjs"]],
  ["python", "python3", ["python3", "receiver.py"]],
  ["go", "go", ["go", "run", "."]],
  ["php", "php", ["php", "-S", "localhost:PORT", "receiver.php"]],
] as const;
const running: number[] = [];
afterAll(() => {
  // each with its group: go runs what it has built as a process of its own
  for (const group of running) {
    try {
      process.kill(-group);
    } catch {
      // it has ended
    }
  }
});

test.each(LANGUAGES)(
  "the one in %s takes what is genuine, and nothing else",
  async (language, program, start) => {
    const home = newHome();
    expect(await create(home, language)).toMatchObject({ code: 0 });
    if (Bun.which(program) === null) return;
    const port = freePort();
    const child = Bun.spawn(
      start.map((word) => word.replace("PORT", String(port))),
      {
        cwd: join(home, `waypost-${language}`),
        env: { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port) },
        ...{ stdin: "ignore", stdout: "ignore", stderr: "ignore", detached: true },
      },
    );
    running.push(child.pid);
    const post = poster(port);
    // the first program that an account builds in Go waits for all of Go's own packages
    await until(async () => (await post(new Date()).catch(() => 0)) === 204, LONG_MS);
    expect(await post(new Date(), BODY.replace("1", "2"))).toBe(401);
    expect(await post(new Date(Date.now() - 3_600_000))).toBe(401);
    expect(await post(new Date(), BODY, "v1,bm9uc2Vuc2U= v1a,x")).toBe(401);
  },
  LONG_MS,
);

test("nothing is overwritten", async () => {
  const home = newHome();
  await create(home, "node");
  const again = await create(home, "node");
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("is already there") });
  expect(await create(home, "cobol")).toMatchObject({ code: 2 });
  expect(existsSync(join(home, "waypost-cobol"))).toBe(false);
});

async function create(home: string, language: string) {
  const child = Bun.spawn(cliCommand(["samples", "create", language]), {
    ...{ cwd: home, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
    env: cliEnvironment(home),
  });
  const [stderr, code] = await Promise.all([child.stderr.text(), child.exited]);
  return { stderr, code };
}

/** Posts a body, signed as it was at the beginning; answers with the status. */
function poster(port: number) {
  const webhook = new Webhook(SECRET);
  return async (at: Date, body = BODY, signature = webhook.sign("evt_1", at, BODY)): Promise<number> => {
    const response = await fetch(`http://localhost:${port}/hook`, {
      method: "POST",
      body,
      headers: {
        "webhook-id": "evt_1",
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": `v1,AAAA ${signature}`,
        "webhook-event-type": "message.new",
      },
    });
    return response.status;
  };
}
