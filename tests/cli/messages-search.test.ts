/** Messages are searched by the real CLI, and the words that were found are bold. */
import { beforeAll, expect, test } from "bun:test";
import { formatMarked } from "../../cli/lib/output/marked.ts";
import { createStyle } from "../../cli/lib/text/style.ts";
import { indexed } from "../messages/search/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { runCli, runCliInTerminal } from "./run-cli.ts";

const waypost = sharedDaemon();
const env = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const LONG = `🎉 ${"Thank you. ".repeat(20)}The parcel is at the harbour ${"and waits ".repeat(20)}`;

beforeAll(async () => {
  for (const body of ["No parcel today", LONG])
    await waypost.call("POST", "/v1/messages", {
      ...{ channel_id: waypost.channelId, to: "14155569001", type: "text", content: { body } },
      scheduled_at: new Date(Date.now() + 3600_000).toISOString(),
    });
  await indexed(waypost);
});

test("words need no quotes, and are all in what is found", async () => {
  const { code, stdout } = await runCli(["messages", "search", "PARCEL", "harb", "--json"], { env: env() });
  const { data } = JSON.parse(stdout);
  expect([code, data.length, data[0].text]).toEqual([0, 1, LONG]);
  const both = await runCli(["messages", "search", "parcel", "--fields", "text"], { env: env() });
  expect(both.stdout.slice(0, -1).split("\n")).toEqual([LONG, "No parcel today"]);
  const refused = await runCli(["messages", "search", "?!"], { env: env() });
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("write a word")]);
});

test("a terminal shows the words in bold, with what is around them", async () => {
  const run = runCliInTerminal(["messages", "search", "parcel", "harbour"], { env: env(), columns: 100 });
  await run.until("harbour");
  expect(run.screen()).toContain("The \u001b[1mparcel\u001b[22m is at the \u001b[1mharbour\u001b[22m");
  expect(await run.exited).toBe(0);
});

const bold = createStyle(true);
const marks = (text: string, word: string) => [[[...text].indexOf(word[0] ?? ""), [...word].length]] as const;

test.each([10, 20, 40, 200])("no cell is wider than its %d columns, whatever is in it", (room) => {
  for (const text of [
    "x",
    "日本語のX長い文章".repeat(5),
    `👩‍👩‍👧${"é".repeat(50)}X`,
    `a\u001b[2J\nX${"b ".repeat(80)}`,
  ]) {
    const shown = formatMarked(text, marks(text, "X"), room, bold);
    expect(Bun.stringWidth(shown)).toBeLessThanOrEqual(room);
    expect(shown.replaceAll("\u001b[1m", "").replaceAll("\u001b[22m", "")).not.toContain("\u001b");
  }
});
