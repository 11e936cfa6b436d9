/** Requests as no HTTP library would send them, byte by byte. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";

let waypost: OwnDaemon;
beforeAll(async () => {
  waypost = await startTestDaemon({ config: { logLevel: "silent" } });
});
afterAll(async () => {
  expect((await fetch(`${waypost.url}/v1/health`)).status).toBe(200);
  await waypost.stop();
});

/** All that comes back until the connection is closed. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(waypost.url).port), "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

const request = (line: string, ...headers: string[]) =>
  [line, ...headers, "Connection: close", "", ""].join("\r\n");

test.each([
  ["no Host", request("GET /v1/health HTTP/1.0")],
  ["an empty Host", request("GET /v1/channels HTTP/1.1", "Host: ")],
  ["a Host of two words", request("GET /v1/channels HTTP/1.1", "Host: a b")],
  ["a path for a Host", request("POST /v1/auth/login HTTP/1.1", "Host: x/v1/health?", "Content-Length: 0")],
  ["no Host, on a path that is none", request("GET /nowhere HTTP/1.0")],
])("%s is refused, and reveals nothing of the implementation", async (_what, bytes) => {
  const answer = await send(bytes);
  expect(answer).toStartWith("HTTP/1.1 400 ");
  expect(answer).toContain("Content-Type: application/problem+json");
  expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ status: 400, code: "invalid_host" });
  expect(answer).not.toMatch(/<html|\.ts\b|node_modules/);
});

const LOGIN = "POST /v1/auth/login HTTP/1.1";
const JSON_TYPE = "Content-Type: application/json";
test.each([
  ["a length and chunks", ["Content-Length: 5", "Transfer-Encoding: chunked"], "0\r\n\r\n"],
  ["two lengths", ["Content-Length: 2", "Content-Length: 30"], "{}"],
  ["a length with a sign", ["Content-Length: +2"], "{}"],
  ["a length that is no number", ["Content-Length: 0x2"], "{}"],
  ["chunks under another name", ["Transfer-Encoding: xchunked"], "0\r\n\r\n"],
  ["chunks and something else", ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], "0\r\n\r\n"],
  ["a folded header", ["X-One: a\r\n b", "Content-Length: 2"], "{}"],
])("%s is refused, and what follows is not taken for a request", async (_what, headers, body) => {
  const smuggled = request("GET /v1/health HTTP/1.1", "Host: localhost");
  const answer = await send(
    `${[LOGIN, "Host: localhost", JSON_TYPE, ...headers].join("\r\n")}\r\n\r\n${body}${smuggled}`,
  );
  expect(answer).toStartWith("HTTP/1.1 400 ");
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});
