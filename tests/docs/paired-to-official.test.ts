/** Every script of docs/paired-to-official.md, run against a daemon with both kinds of number. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { newHome } from "../cli/run-cli.ts";
import { ADA, type MetaSite, startMetaSite } from "../fronts/meta/site.ts";
import { makeClient, readBlocks, runScript } from "./recipes.ts";

const scripts = readBlocks("paired-to-official.md").map(({ text }) => text);
let site: MetaSite;
let client: string;

beforeAll(async () => {
  site = await startMetaSite();
  client = (await makeClient()).folder;
});
afterAll(() => site.chat.stop());

test("the same program sends from the paired number, and then from the official one", async () => {
  const { daemon } = site.chat;
  const env = {
    ...{ WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key },
    ...{ CHANNEL: site.paired.channelId, PHONE: ADA },
  };
  for (const script of scripts)
    expect(await runScript(script, { env, client, folder: newHome() })).toMatchObject({ code: 0 });
  const { body } = await daemon.call("GET", "/v1/messages?direction=outbound");
  const sent = body.data.toReversed();
  expect(sent.map(({ channel_id, type }: Record<string, string>) => [channel_id, type])).toEqual([
    [site.paired.channelId, "text"],
    [site.paired.channelId, "text"],
    [site.official.channelId, "template"],
  ]);
});
