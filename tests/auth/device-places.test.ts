/** How many terminals may ask at a time, from where, and what others get meanwhile. */
import { expect, test } from "bun:test";
import { caller } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";

const OF_NETWORK = 10;
const MOST = 1000;
const daemon = ownDaemon({ config: { behindProxy: true, addressRequestsPerSecond: 10_000 } });

const ask = async (address: string) =>
  (
    await caller(daemon.url, null)(
      "POST",
      "/v1/auth/device/authorization",
      { host: "bot" },
      {
        "x-forwarded-for": address,
      },
    )
  ).status;

test("a /64 has the places of one address, however many it asks from", async () => {
  const statuses: number[] = [];
  for (let nth = 0; nth < 2 * OF_NETWORK; nth++) statuses.push(await ask(`2001:db8::${nth.toString(16)}`));
  expect(statuses).toEqual(statuses.map((_, nth) => (nth < OF_NETWORK ? 200 : 429)));
  expect(await ask("2001:db8:0:1::1")).toBe(200);
});

test("networks that take all places give one to each that has fewer", async () => {
  const networks = Array.from({ length: MOST / OF_NETWORK }, (_, nth) => `198.51.100.${nth}`);
  for (const network of networks) for (let nth = 0; nth < OF_NETWORK; nth++) await ask(network);
  const others = Array.from({ length: 5 }, (_, nth) => `203.0.113.${nth}`);
  for (const address of others) expect(await ask(address)).toBe(200);
  expect(await waiting()).toBe(MOST);
});

async function waiting(): Promise<number> {
  const [row] = await daemon.sql<{ count: number }[]>`select count(*)::int as count from device_logins`;
  return row?.count ?? 0;
}
