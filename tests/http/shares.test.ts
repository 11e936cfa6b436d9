/** The share of a daemon that one organisation's callers may take while another organisation works. */
import { afterEach, beforeAll, expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { type Attack, open, slowBody, slowUpload } from "../support/attacks.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";

/** More than are answered at a time. */
const CONNECTIONS = 5200;
/** So many bodies are waited for of one key, and of one organisation. */
const WAITED_FOR = { caller: 500, organization: 1000 };
/** So many requests of one key may be in progress. */
const PLACES = 2000;
/** The least there is. */
const REQUEST_SECONDS = 5;
const PER_SECOND = 10_000;
/** Within the time that a request may take; more often, thousands of clocks would leave a busy machine time for nothing else. */
const DRIP_MS = 3000;

let attacks: Attack[] = [];
let other: ReturnType<typeof caller>;
const waypost = ownDaemon({
  config: {
    requestSeconds: REQUEST_SECONDS,
    keyRequestsPerSecond: PER_SECOND,
    organizationRequestsPerSecond: PER_SECOND,
  },
});
beforeAll(async () => {
  const wishes = { name: "Other", email: "other@example.com" };
  other = caller(waypost.url, (await addOrganization(waypost.sql, waypost.secrets, wishes)).api_key);
});
afterEach(() => {
  for (const attack of attacks) attack.stop();
  attacks = [];
});

/**
 * How many were answered, by status; resolves when so many were. An answer is lost with its connection where a byte was
 * on its way to the daemon: that counts, too.
 */
async function answered(count: number, patienceMs?: number): Promise<Record<string, number>> {
  const statuses = () =>
    attacks.flatMap((attack) => /^HTTP\/1.1 (\d+)/.exec(attack.received())?.slice(1, 2) ?? []);
  let lost = 0;
  for (const attack of attacks) void attack.ended.then((text) => text === "" && lost++);
  await until(() => statuses().length + lost >= count, patienceMs);
  const byStatus = Map.groupBy(statuses(), (status) => status);
  return Object.fromEntries([...byStatus].map(([status, all]) => [status, all.length]));
}

/** The statuses of others meanwhile: callers without a key, another organisation, and another key of the same one. */
async function othersGet(): Promise<number[]> {
  const second = caller(waypost.url, await makeKey(waypost, ["*"]));
  const contact = () => ({ email: `${crypto.randomUUID()}@example.com` });
  const requests = [
    fetch(`${waypost.url}/v1/health`),
    other("GET", "/v1/channels"),
    other("POST", "/v1/contacts", contact()),
    second("GET", "/v1/channels"),
    second("POST", "/v1/contacts", contact()),
  ];
  return (await Promise.all(requests)).map(({ status }) => status);
}
const ALL_WELL = [200, 200, 201, 200, 201];

test(
  "5,200 bodies of one key that drip keep nobody out: the oldest are given up",
  async () => {
    attacks = await open(CONNECTIONS, () => slowBody(waypost.url, DRIP_MS, waypost.key));
    const statuses = await answered(CONNECTIONS - WAITED_FOR.caller, LONG_MS);
    expect(Object.keys(statuses)).toEqual(["408"]);
    expect(await othersGet()).toEqual(ALL_WELL);
  },
  LONG_MS,
);

test("bodies of many keys of one organisation count together", async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => makeKey(waypost, ["messages:send"])));
  attacks = await open(WAITED_FOR.organization + 1000, () =>
    slowBody(waypost.url, DRIP_MS, keys[attacks.length % keys.length]),
  );
  expect(Object.keys(await answered(1000))).toEqual(["408"]);
  expect(await othersGet()).toEqual(ALL_WELL);
});

test("a body has to be there within the time that a request may take, however much of it has come", async () => {
  // not much of it: what is sent when the answer comes may lose it with the connection
  attacks = await open(1, () => slowBody(waypost.url, 3000, waypost.key));
  expect(await attacks[0]?.ended).toStartWith("HTTP/1.1 408 ");
});

test("files that drip take the places of their key, and no others", async () => {
  attacks = await open(PLACES + 100, () => slowUpload(waypost.url, waypost.key, DRIP_MS));
  const others = Object.keys(await answered(100)).filter((status) => status !== "429");
  expect(others).toEqual([]);
  expect((await waypost.call("GET", "/v1/channels")).body.code).toBe("too_many_at_once");
  expect(await othersGet()).toEqual(ALL_WELL);
  for (const attack of attacks) attack.stop();
  await until(async () => (await waypost.call("GET", "/v1/channels")).status === 200);
});

test(
  "files that were read leave their places, however many there were",
  async () => {
    const headers = { "x-api-key": waypost.key };
    const sent = { method: "POST", body: "words", headers: { ...headers, "content-type": "text/plain" } };
    const { id } = (await (await fetch(`${waypost.url}/v1/media`, sent)).json()) as { id: string };
    const read = async () => await (await fetch(`${waypost.url}/v1/media/${id}`, { headers })).text();
    const wave = () => Promise.all(Array.from({ length: 105 }, read));
    for (let taken = 0; taken <= PLACES; taken += 105)
      expect(new Set(await wave())).toEqual(new Set(["words"]));
  },
  LONG_MS,
);
