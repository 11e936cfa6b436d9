import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../db/embedded/embedded.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";

const MESSAGES = 300;
const RESTARTS = 3;

const dataDirectory = mkdtempSync(join(tmpdir(), "waypost-restart-"));
const port = freePort();
let postgres: EmbeddedPostgres;
let waypost: OwnDaemon;

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDirectory, port });
  waypost = await startTestDaemon({ databaseUrl: postgres.url });
});
afterAll(async () => {
  await waypost.stop();
  await postgres.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

test(
  "the database may be restarted under load: every accepted message arrives",
  async () => {
    const accepted: string[] = [];
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let index = client; index < MESSAGES; index += 8) accepted.push(await sendUntilAccepted(index));
    });
    for (let restart = 1; restart <= RESTARTS; restart++) {
      await until(() => accepted.length >= (restart * MESSAGES) / (RESTARTS + 1));
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataDirectory, port });
    }
    await Promise.all(clients);
    expect(new Set(accepted).size).toBe(MESSAGES);
    const isRead = async (id: string) =>
      (await waypost.call("GET", `/v1/messages/${id}`)).body.status === "read";
    // a call that may have been made when the database went is repeated if no status of it comes for a minute
    for (const id of accepted) await until(() => isRead(id), LONG_MS);
  },
  LONG_MS,
);

async function sendUntilAccepted(index: number): Promise<string> {
  const body = {
    channel_id: waypost.channelId,
    to: String(14155550000 + index),
    type: "text",
    content: { body: "x" },
  };
  while (true) {
    const answer = await waypost.call("POST", "/v1/messages", body, {
      "idempotency-key": `restart-${index}`,
    });
    if (answer.status === 201) return answer.body.id;
    expect(answer.status).toBe(503);
    await Bun.sleep(20);
  }
}
