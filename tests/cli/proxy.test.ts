/** Proxies of the environment: used on the way out, never for this machine. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import { runCli } from "./run-cli.ts";

const health = { status: "ok", version: "1", uptime_seconds: 1, checks: { postgres: "ok" } };
const daemon = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => Response.json(health) });
const asked: string[] = [];
const proxy = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) => {
    asked.push(new URL(request.url).host);
    return Response.json(health);
  },
});
const address = `http://127.0.0.1:${proxy.port}`;
beforeEach(() => void asked.splice(0));
afterAll(async () => {
  await Promise.all([daemon.stop(true), proxy.stop(true)]);
});

test.each(["HTTP_PROXY", "http_proxy"])("%s is not used for a daemon on this machine", async (name) => {
  for (const [host, exceptions] of [
    ["127.0.0.1", {}],
    ["localhost", { NO_PROXY: "example.com" }],
    ["127.0.0.1", { no_proxy: "*" }],
  ] as const) {
    const env = { [name]: address, ...exceptions };
    expect((await runCli(["health", "--url", `http://${host}:${daemon.port}`], { env })).code).toBe(0);
  }
  expect(asked).toEqual([]);
});

test("a daemon elsewhere is called through the proxy, unless NO_PROXY names it", async () => {
  const url = ["--url", "http://waypost.invalid"];
  expect((await runCli(["health", ...url], { env: { HTTP_PROXY: address } })).code).toBe(0);
  expect(asked).toEqual(["waypost.invalid"]);
  const direct = await runCli(["health", ...url], { env: { HTTP_PROXY: address, NO_PROXY: "invalid" } });
  expect(direct.code).toBe(4);
  expect(direct.stderr).toContain("There is no such host");
  expect(asked).toHaveLength(1);
});

test("a proxy that is away is named as what may be wrong", async () => {
  const env = { HTTP_PROXY: "http://user:secret@127.0.0.1:1" };
  const { code, stderr } = await runCli(["health", "--url", "http://waypost.invalid"], { env });
  expect(code).toBe(4);
  expect(stderr).toContain("HTTP_PROXY sets a proxy");
  expect(stderr).not.toContain("secret");
});

test("an address that speaks no TLS is distinguished from a daemon that is away", async () => {
  const { code, stderr } = await runCli(["health", "--url", `https://127.0.0.1:${daemon.port}`]);
  expect(code).toBe(4);
  expect(stderr).toContain("It does not speak TLS");
});
