/** Streams of people who are logged in by a browser, which last no longer than their access. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import type { Daemon } from "../../daemon/start/daemon.ts";
import { startDaemon } from "../../daemon/start/daemon.ts";
import { caller } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";
import { emit, openStream } from "./support.ts";

const PASSWORD = "correct horse battery staple";
/** As a proxy in front says of what came over TLS: cookies then have another name. */
const OVER_TLS = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" };
const waypost = ownDaemon({ config: { behindProxy: true } });
let other: Daemon;
beforeAll(async () => {
  const { config, databaseUrl, secrets } = waypost;
  other = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
});
afterAll(() => other.stop());

type Login = { id: string; headers: Record<string, string> };

/** A user, logged in by a cookie. */
async function newLogin(role: string, transport: Record<string, string> = {}): Promise<Login> {
  const email = `${crypto.randomUUID()}@example.com`;
  const invited = await waypost.call("POST", "/v1/users/invitations", { email, role });
  const body = { token: invited.body.token, name: "Ada", password: PASSWORD };
  const accepted = await caller(waypost.url, null)("POST", "/v1/auth/invitations/accept", body, transport);
  const cookie = accepted.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { id: accepted.body.id, headers: { cookie: cookie.join("; "), ...transport } };
}

const write = (n: number) => emit(waypost.sql, waypost.organizationId, { n });

test.each([
  ["plain", {}],
  ["over TLS", OVER_TLS],
])("a stream stays open for a login by cookie, %s", async (_, transport) => {
  const { headers } = await newLogin("viewer", transport);
  const stream = await openStream(waypost.url, headers);
  await write(1);
  await stream.until(() => stream.numbers().includes(1));
  stream.close();
});

const ENDS: [string, (login: Login) => Promise<unknown>][] = [
  [
    "logged out",
    ({ headers }) =>
      caller(waypost.url, null)("POST", "/v1/auth/logout", undefined, {
        ...headers,
        "sec-fetch-site": "same-origin",
      }),
  ],
  ["disabled", ({ id }) => waypost.call("PATCH", `/v1/users/${id}`, { disabled: true })],
  ["logged out by somebody else", ({ id }) => waypost.call("DELETE", `/v1/users/${id}/logins`)],
];

test.each(ENDS)("whoever is %s gets no more events, from the other daemon either", async (_, end) => {
  const login = await newLogin("viewer");
  const streams = [await openStream(waypost.url, login.headers), await openStream(other.url, login.headers)];
  await write(1);
  await Promise.all(streams.map((stream) => stream.until(() => stream.numbers().includes(1))));
  expect(((await end(login)) as { status: number }).status).toBeLessThan(300);
  await write(2);
  await Promise.all(streams.map(({ ended }) => ended));
  expect(streams.map((stream) => stream.numbers())).toEqual([[1], [1]]);
});

test("whoever may read the log of requests no more is sent no more of it", async () => {
  const { id, headers } = await newLogin("admin");
  const response = await fetch(`${other.url}/v1/logs/requests/stream`, { headers });
  let seen = "";
  const read = (async () => {
    for await (const chunk of response.body ?? []) seen += new TextDecoder().decode(chunk);
  })();
  await waypost.call("GET", "/v1/channels?limit=7");
  await until(() => seen.includes("/v1/channels"));
  expect((await waypost.call("PATCH", `/v1/users/${id}`, { role: "viewer" })).status).toBe(200);
  await waypost.call("GET", "/v1/templates");
  await read;
  expect(seen).not.toContain("/v1/templates");
});

test("a refused request of a login over TLS is in the log of requests", async () => {
  const { headers } = await newLogin("viewer", OVER_TLS);
  expect((await fetch(`${waypost.url}/v1/users`, { headers })).status).toBe(403);
  await until(async () => {
    const { data } = (await waypost.call("GET", "/v1/logs/requests?path=/v1/users&status=403")).body;
    return data.length === 1;
  });
});
