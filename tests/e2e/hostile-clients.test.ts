/** Clients that mean harm, on raw sockets. */
import { afterEach, beforeAll, expect, test } from "bun:test";
import {
  type Attack,
  deepJson,
  halfOpen,
  headerBomb,
  largeBody,
  noise,
  slowBody,
  slowHead,
} from "../support/attacks.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";

const HALF_OPEN = 1500;
/** The least there is: Bun cuts off within a few seconds more. */
const REQUEST_SECONDS = 5;

let slow: Attack[];
const waypost = ownDaemon({
  config: { requestSeconds: REQUEST_SECONDS, addressRequestsPerSecond: 1000 },
});
beforeAll(async () => {
  slow = [slowHead(waypost.url), slowBody(waypost.url), halfOpen(waypost.url)];
});
afterEach(async () => {
  expect((await fetch(`${waypost.url}/v1/health`)).status).toBe(200);
  expect((await waypost.call("GET", "/v1/channels")).status).toBe(200);
});

test("half-open connections keep nobody out", async () => {
  const attacks = Array.from({ length: HALF_OPEN }, () => halfOpen(waypost.url));
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${waypost.url}/v1/health`)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  for (const attack of attacks) attack.stop();
});

test("a body of 200 MB is refused at the first MiB", async () => {
  const attack = largeBody(waypost.url, waypost.key, 200 * 1024 * 1024);
  await until(() => attack.received().includes("\r\n\r\n"));
  expect(attack.received()).toStartWith("HTTP/1.1 413");
  expect(attack.sent()).toBeLessThan(50 * 1024 * 1024);
  attack.stop();
});

test("JSON of a million levels, and of five: an answer each", async () => {
  expect(await deepJson(waypost.url, waypost.key, 1_000_000).ended).toStartWith("HTTP/1.1 400");
  expect(await deepJson(waypost.url, waypost.key, 5_000_000).ended).toStartWith("HTTP/1.1 413");
});

test("a head of a thousand lines is refused, and one of a hundred thousand is not read", async () => {
  expect(await headerBomb(waypost.url, 1000).ended).toStartWith("HTTP/1.1 431");
  expect(await headerBomb(waypost.url, 100_000).ended).not.toContain("200 OK");
});

test("noise is answered and the connection ended", async () => {
  expect(await noise(waypost.url).ended).not.toContain("200 OK");
});

test("a stream of events that is silent for longer than a request may take continues", async () => {
  const stop = new AbortController();
  const response = await fetch(`${waypost.url}/v1/events/stream`, {
    headers: { "x-api-key": waypost.key },
    signal: stop.signal,
  });
  const reader = response.body?.getReader();
  await reader?.read();
  await Promise.all(slow.map(({ ended }) => ended));
  await waypost.call("POST", "/v1/contacts", { email: "ada@example.com" });
  let received = "";
  let isOpen = true;
  while (isOpen && !received.includes("event: contact.")) {
    const { done = true, value } = (await reader?.read()) ?? {};
    received += new TextDecoder().decode(value);
    isOpen = !done;
  }
  expect(received).toContain("event: contact.");
  stop.abort();
});

test("clients that send slowly have been cut off without an answer that says all is well", async () => {
  for (const { ended } of slow) expect(await ended).not.toContain("200 OK");
});
