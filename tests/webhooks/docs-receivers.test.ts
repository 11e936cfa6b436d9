/** The receivers that the docs show, run as they stand there, and called with deliveries as the daemon signs them. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { newSigningSecret, sign } from "../../daemon/webhooks/signature.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { until } from "../support/until.ts";

const ROOT = join(import.meta.dir, "../..");
const secret = newSigningSecret();
const body = '{"message_id" : "1", "text" : "ü\\u2028", "n" : 1.50}';

test("TypeScript", async () => {
  const port = freePort();
  await using receiver = await start("docs/webhooks.md", "ts", port);
  await receiver.untilItListens();
  expect(await post(port, body)).toBe(204);
  expect(await post(port, body.replace("1", "2"))).toBe(401);
  expect(await post(port, body, Date.now() - 600_000)).toBe(401);
});

/** Runs the first block of a language, on a port of its own. */
async function start(document: string, language: string, port: number) {
  const text = await Bun.file(join(ROOT, document)).text();
  const code = text.split(`\`\`\`${language}\n`)[1]?.split("```")[0]?.replace("3000", String(port)) ?? "";
  const child = Bun.spawn([process.execPath, "--no-env-file", "-e", code], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? "", WEBHOOK_SECRET: secret },
    stdout: "ignore",
  });
  return {
    async untilItListens() {
      const answers = () => fetch(`http://127.0.0.1:${port}`).then(Boolean, () => false);
      await until(async () => child.exitCode !== null || (await answers()));
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

async function post(port: number, sent: string, at = Date.now()): Promise<number> {
  const headers = sign([secret], { id: "evt_1", type: "message.new", body }, Math.floor(at / 1000));
  const response = await fetch(`http://127.0.0.1:${port}/hook`, { method: "POST", headers, body: sent });
  return response.status;
}
