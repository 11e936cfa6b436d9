/** The primary is found while another server, which may have been it, says nothing any more. */
import { afterAll, expect, test } from "bun:test";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { addressesOf } from "../../db/connection/addresses.ts";
import { findPrimary } from "../../db/connection/find-primary.ts";
import { testDatabase } from "../support/database.ts";
import { startRelay } from "../support/relay.ts";
import { until } from "../support/until.ts";

const LONGER_THAN_A_PROMOTION_MS = 60_000;

const database = await testDatabase();
const relay = await startRelay(database.url);
const waiting = new Set<Socket>();
const silent = createServer((socket) => waiting.add(socket.on("error", () => {}))).listen(0, "127.0.0.1");
await once(silent, "listening");
afterAll(async () => {
  for (const socket of waiting) socket.destroy();
  silent.close();
  await relay.refuse();
  await database.drop();
});

test("a standby that is promoted is found before the old primary has failed to answer", async () => {
  const { port } = silent.address() as { port: number };
  const own = new URL(relay.url);
  const url = relay.url.replace(own.host, `127.0.0.1:${port},${own.host}`);
  const admin = await database.sql.reserve();
  const name = admin(own.pathname.slice(1));
  await admin`alter database ${name} set default_transaction_read_only = on`;
  const found = findPrimary(url, addressesOf(url), LONGER_THAN_A_PROMOTION_MS);
  // it has said that it takes no writes, and is queried again
  await Promise.race([found, until(() => relay.firstBytes.length > 1)]);
  await admin`alter database ${name} reset default_transaction_read_only`;
  admin.release();
  expect((await found).port).toBe(Number(own.port));
});
