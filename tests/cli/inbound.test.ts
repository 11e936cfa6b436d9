import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { runCli } from "./run-cli.ts";

const waypost = sharedDaemon();

const run = (...words: string[]) =>
  runCli(["inbound", ...words], { env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key } });

test("failed webhooks are listed, and processed again, however many they are", async () => {
  await waypost.sql`
    insert into provider_webhooks (provider, body, error, failure_id, failed_at, organization_id, channel_id)
    select 'whatsapp_official', '{}', 'broken', prefixed_id('inb'), now(), ${waypost.organizationId}, ${waypost.channelId}
    from generate_series(1, 1001)`;
  const listed = await run("list", "--channel", waypost.channelId, "--limit", "1");
  expect([listed.code, listed.stdout.split("\t").slice(1, 2)]).toEqual([0, [waypost.channelId]]);
  const [id = ""] = listed.stdout.split("\t");
  expect(JSON.parse((await run("retry", id, "--json")).stdout)).toEqual({ retried: 1, remaining: 0 });
  expect(JSON.parse((await run("retry", "--all", "--json")).stdout)).toEqual({ retried: 1000, remaining: 0 });
  expect((await run("list", "--json")).stdout).toContain('"data": []');
});

test("one is named, or all are", async () => {
  const { code, stderr } = await run("retry");
  expect([code, stderr]).toEqual([2, expect.stringContaining("or --all")]);
});
