import { expect, test } from "bun:test";
import { join } from "node:path";
import { newSigningSecret, sign } from "../../daemon/webhooks/signature.ts";
import { newHome, runCli } from "./run-cli.ts";

const secret = newSigningSecret();
const body = '{"message_id" : "1", "text" : "ü\\u2028"}';
const headers = sign([newSigningSecret(), secret], { id: "evt_1", type: "message.new", body }, 1_700_000_000);
const lines = Object.entries(headers).map(([name, value]) => `${name.toUpperCase()}: ${value}\r\n`);
const http = `POST /hook HTTP/1.1\r\nHost: example.com\r\n${lines.join("")}\r\n${body}`;

const verify = (request: string, ...args: string[]) =>
  runCli(["webhooks", "verify", ...args], { stdin: request, env: { WAYPOST_WEBHOOK_SECRET: secret } });

test("a captured request is checked, also against the older of two secrets, whatever its age", async () => {
  const run = await verify(http, "--json");
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toEqual({
    valid: true,
    webhook_id: "evt_1",
    event_type: "message.new",
    sent_at: "2023-11-14T22:13:20.000Z",
  });
  expect(run.stderr).toContain("older than five minutes");
});

test("a request as JSON, in a file", async () => {
  const file = join(newHome(), "request.json");
  await Bun.write(file, JSON.stringify({ headers, body }));
  const run = await runCli(["webhooks", "verify", file, "--secret", secret]);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("valid\ttrue\n") });
});

test.each([
  ["a changed body", http.replace("message_id", "message-id"), "the body was changed"],
  ["another id", http.replaceAll("evt_1", "evt_2"), "Either the secret is wrong"],
  ["another time", http.replaceAll("1700000000", "1700000001"), "Either the secret is wrong"],
  ["a line break at its end", `${http}\n`, "which the capture added"],
])("%s does not fit: 5", async (_, request, hint) => {
  const run = await verify(request);
  expect(run).toMatchObject({ code: 5, stdout: expect.stringContaining("valid\tfalse\n") });
  expect(run.stderr).toContain("the signature does not match");
  expect(run.stderr).toContain(hint);
  expect(run.stderr).not.toContain(secret);
});

test.each([
  ["nothing that is a request", "hello", "can't be read"],
  ["a request without a signature", "content-type: application/json\n\n{}", "no header webhook-"],
])("%s is a usage error", async (_, request, message) => {
  expect(await verify(request)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test("a secret that is none is not repeated", async () => {
  const run = await runCli(["webhooks", "verify", "--secret", "hunter2"], { stdin: http });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain("starts with whsec_");
  expect(run.stderr).not.toContain("hunter2");
});
