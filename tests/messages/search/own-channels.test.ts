/** A search by a key of some channels asks the index the same, whether other channels have the words or not. */
import { beforeAll, expect, test } from "bun:test";
import { keyOfChannel } from "../../../daemon/messages/search/keys.ts";
import { momentsOf } from "../../../daemon/messages/search/moments.ts";
import { wordsOf } from "../../../daemon/messages/search/words.ts";
import { addSearchBlock, type SearchBlock, writeSearchWords } from "../../../db/messages/search/blocks.ts";
import { sharedDatabase } from "../../support/shared-database.ts";

const database = sharedDatabase();
const START = 1_700_000_000_000;
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff";
let block: SearchBlock;

beforeAll(async () => {
  block = await addSearchBlock(database.sql, "org_test", { startsAt: START, isMerged: true });
  const [own, other] = [[START + 1], [START + 2]];
  const words = new Map([
    ...[keyOfChannel("ch_own"), "seal", "colony"].map((key) => [key, own] as const),
    ...[keyOfChannel("ch_other"), "walrus", "herd"].map((key) => [key, other] as const),
  ]);
  await writeSearchWords(database.sql, "org_test", { ...block, newest_at: START + 2, messages: 2 }, words);
});

/** What was found, and the statements by which, without what was searched for. */
async function search(text: string) {
  const { sql } = database;
  const statements: string[] = [];
  const debug = (_: number, statement: string, parameters: unknown[]) =>
    statements.push(
      `${statement} ${JSON.stringify(parameters)}`.replaceAll(/seal|colony|walrus|herd|narwhal/g, "…"),
    );
  Object.assign(sql.options, { debug });
  const wanted = { organizationId: "org_test", channelIds: ["ch_own"], words: wordsOf(text) };
  const found = await momentsOf(sql, wanted, [block], LAST);
  Object.assign(sql.options, { debug: undefined });
  return { found, statements };
}

test("words of its channels are found", async () => {
  expect((await search("seal colony")).found).toEqual([START + 1]);
});

test.each(["walrus", "walrus herd", "seal walrus"])(
  "%s is looked up like words that nobody said",
  async (text) => {
    const elsewhere = await search(text);
    expect(elsewhere.found).toEqual([]);
    expect(elsewhere).toEqual(
      await search(text.replace("walrus", "narwhal").replace("herd", "narwhal narwhal")),
    );
  },
);
