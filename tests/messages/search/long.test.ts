/** A search that takes long ends with a cursor, from which it continues. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../../support/shared-daemon.ts";
import { heldUp, inOwnBlocks } from "./support.ts";

const waypost = sharedDaemon();

test("a page that takes too long has what was found, or nothing, and the next one continues behind it", async () => {
  await inOwnBlocks(waypost, "Walrus", "Seal");
  const searches: ReturnType<typeof waypost.call>[] = [];
  await heldUp(waypost, () => {
    searches.push(waypost.call("GET", "/v1/messages/search?q=walrus"));
  });
  const [{ data, meta }] = (await Promise.all(searches)).map(({ body }) => body);
  expect([data, meta.next_cursor]).toEqual([[], expect.any(String)]);
  expect(await textsFrom(meta.next_cursor)).toEqual(["Walrus"]);
});

/** What this page and those behind it have: any of them may take too long, too. */
async function textsFrom(cursor: string | null): Promise<string[]> {
  if (cursor === null) return [];
  const { body } = await waypost.call("GET", `/v1/messages/search?q=walrus&cursor=${cursor}`);
  return [
    ...body.data.map(({ text }: { text: string }) => text),
    ...(await textsFrom(body.meta.next_cursor)),
  ];
}
