/** An access token that has expired is no restriction of WhatsApp's, and a number that was never paired has no score. */
import { expect, test } from "bun:test";
import { runCli } from "../../cli/run-cli.ts";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { until } from "../../support/until.ts";

const waypost = sharedDaemon();
const path = () => `/v1/channels/${waypost.channelId}`;
const health = async (id = waypost.channelId) =>
  (await waypost.call("GET", `/v1/channels/${id}/health`)).body;
const lossOf = (
  { parts }: { parts: { name: string; lost: number; advice: string | null }[] },
  name: string,
) => parts.find((part) => part.name === name);
const doctor = async () => {
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  const { data } = JSON.parse((await runCli(["doctor", "--json"], { env })).stdout);
  return data as { check: string; advice?: string; detail?: string; found?: string }[];
};

test("a token that expires takes points at once, with what to do", async () => {
  expect(await health()).toMatchObject({ score: 100 });
  await waypost.sql`update channels set token_expires_at = now() where id = ${waypost.channelId}`;
  const found = await health();
  expect(found.score).toBeLessThan(60);
  expect(lossOf(found, "access")?.advice).toContain("replace it");
  expect(lossOf(found, "restrictions")).toMatchObject({ lost: 0, advice: null });
  expect((await waypost.call("GET", path())).body).toMatchObject({ status: "disconnected" });
  const said = (await doctor()).filter(({ check }) => check === "channels");
  expect(JSON.stringify(said)).toContain("--access-token -");
  await waypost.sql`update channels set token_expires_at = null, updated_at = now() where id = ${waypost.channelId}`;
  expect(await health()).toMatchObject({ score: 100 });
});

test("a token that Meta takes no more is said as such, by the channel, its health and what waits", async () => {
  const { body } = await waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to: "15550001001", type: "text", content: { body: "Hi" } },
  });
  await until(async () => (await waypost.call("GET", path())).body.status === "disconnected");
  expect((await waypost.call("GET", path())).body.status_reason).toStartWith("channel_auth_failed");
  const found = await health();
  expect(lossOf(found, "access")?.lost).toBeGreaterThan(0);
  expect(lossOf(found, "restrictions")).toMatchObject({ lost: 0 });
  expect((await waypost.call("GET", `/v1/messages/${body.id}`)).body.waiting_for).toMatchObject({
    reason: "disconnected",
  });
});

test("a number that was never paired has no score, nor words about one", async () => {
  const channel = { platform: "whatsapp_unofficial", name: "Not yet" };
  const { id } = (await waypost.call("POST", "/v1/channels", channel)).body;
  const none = { score: null, level: null, trend: null, parts: [], at: null };
  expect(await health(id)).toEqual(none);
  expect((await waypost.call("GET", `/v1/channels/${id}`)).body.health_score).toBeNull();
  expect((await doctor()).filter(({ check }) => check === "health of numbers")).toEqual([]);
});
