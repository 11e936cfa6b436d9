/** Events that carry small files of their messages. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { newId } from "../../daemon/lib/ids.ts";
import { mediaKey } from "../../daemon/media/stores/store.ts";
import { FILE_BYTES } from "../../daemon/webhooks/forms/file-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { hearOn } from "./hear.ts";
import { laneSite } from "./lane-site.ts";
import { verifyDelivery } from "./receiver.ts";

const SOUP = "tomato soup";

const { fixture, receiver, answer } = laneSite();

const listen = (more = {}) =>
  fixture.endpoint({
    url: receiver.url,
    filterTypes: ["message.new"],
    include: ["message", "files"],
    ...more,
  });
const contents = () => receiver.received.map(({ body }) => JSON.parse(body).message.content);

/** Somebody sends files, as many as there are texts; returns their ids. */
async function hearFiles(texts: string[], more: object = { status: "stored" }) {
  const ids = texts.map(() => newId("med"));
  const [first, ...cards] = ids.map((media_id) => ({ media_id }));
  const message_id = await hearOn(fixture, fixture.channelId, "document", { ...first, cards });
  const common = {
    organization_id: fixture.organizationId,
    direction: "inbound",
    channel_id: fixture.channelId,
  };
  for (const [nth, text] of texts.entries()) {
    const id = ids[nth] ?? "";
    await keep(id, text);
    const row = { ...common, id, message_id, kind: "document", size: text.length, ...more };
    await fixture.sql`insert into media ${fixture.sql(row)}`;
  }
  return ids;
}

async function keep(id: string, text: string) {
  const path = join(temporaryFolder("file"), "file");
  await Bun.write(path, text);
  await fixture.dependencies.store.put(mediaKey(fixture.organizationId, id), path, "text/plain");
}

const bytes = (text: string) => Buffer.from(text).toString("base64");

test("a small file is in the event, signed with it, and its bytes are not in the database", async () => {
  const { lane, secret } = await listen();
  const [id] = await hearFiles([SOUP]);
  await fixture.deliverDue(lane);
  expect(contents()[0]).toMatchObject({ media_id: id, data: bytes(SOUP), download_url: expect.any(String) });
  expect(contents()[0]).not.toHaveProperty("data_omitted");
  for (const delivery of receiver.received) verifyDelivery(secret, delivery);
  const fixed = await fixture.sql`select from delivery_requests where request like ${`%${bytes(SOUP)}%`}`;
  expect(fixed).toHaveLength(0);
});

test("without files, an event has its link alone", async () => {
  const { lane } = await listen({ include: ["message"] });
  await hearFiles([SOUP]);
  await fixture.deliverDue(lane);
  expect(Object.keys(contents()[0])).not.toContain("data");
});

test.each([
  [undefined, FILE_BYTES],
  [20, 20],
])(
  "of an endpoint with the limit %p, all files of an event have %d bytes at most",
  async (fileBytes, most) => {
    const { lane } = await listen({ fileBytes });
    await hearFiles(["a".repeat(most - 1), "bb", "c"]);
    await fixture.deliverDue(lane);
    const [{ data, cards }] = contents();
    expect(data).toHaveLength(bytes("a".repeat(most - 1)).length);
    expect(cards[0]).toMatchObject({ data: null, data_omitted: "too_large" });
    expect(cards[1].data).toBe(bytes("c"));
  },
);

test("a file that a message shows twice counts twice", async () => {
  const { lane } = await listen({ fileBytes: 20 });
  const media_id = newId("med");
  const message_id = await hearOn(fixture, fixture.channelId, "document", {
    media_id,
    cards: [{ media_id }],
  });
  const row = { organization_id: fixture.organizationId, id: media_id, direction: "inbound" };
  const rest = {
    channel_id: fixture.channelId,
    message_id,
    kind: "document",
    status: "stored",
    size: SOUP.length,
  };
  await fixture.sql`insert into media ${fixture.sql({ ...row, ...rest })}`;
  await fixture.deliverDue(lane);
  expect(contents()[0]).toMatchObject({ data_omitted: "too_large", cards: [{ data: null }] });
});

test("an event waits for a file that is being fetched, and others do not wait for it", async () => {
  const { lane } = await listen();
  const [id] = await hearFiles([SOUP], { status: "pending", size: null });
  await hearOn(fixture, fixture.channelId);
  const open = await fixture.work.open(lane);
  const [waits, goes] = (await open?.peek([], 10)) ?? [];
  if (open === null || waits === undefined || goes === undefined) throw new Error("nothing is due");
  // the drain puts off what has to wait longer than a second
  expect([open.delay(waits) > 1000, open.delay(goes)]).toEqual([true, 0]);
  await fixture.sql`update media set status = 'stored', size = ${SOUP.length} where id = ${id ?? ""}`;
  await fixture.deliverDue(lane);
  expect(contents().map(({ data }) => data)).toContain(bytes(SOUP));
});

test.each([
  ["is fetched no longer", { status: "failed" }],
  ["takes longer than it waits", { status: "pending", created_at: new Date(Date.now() - 30_000) }],
])("an event goes without a file that %s, and says so", async (_, more) => {
  const { lane } = await listen();
  await hearFiles([SOUP], { size: null, ...more });
  await fixture.deliverDue(lane);
  expect(contents()[0]).toMatchObject({ data: null, data_omitted: "not_fetched" });
});

test("every attempt has the same bytes, until a file is deleted: then it says so", async () => {
  answer.status = 500;
  const { lane } = await listen();
  const [id = "", other = ""] = await hearFiles([SOUP, "bread"]);
  await fixture.deliverDue(lane);
  await fixture.makeDue(lane);
  await fixture.deliverDue(lane);
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body ?? "");
  await fixture.sql`delete from media where id = ${id}`;
  await fixture.dependencies.store.remove(mediaKey(fixture.organizationId, other));
  await fixture.makeDue(lane);
  await fixture.deliverDue(lane);
  const gone = { data: null, data_omitted: "gone" };
  expect(contents()[2]).toMatchObject({ ...gone, cards: [gone] });
});

test("a file that is gone before the first attempt is said to be", async () => {
  const { lane } = await listen();
  const [id = ""] = await hearFiles([SOUP]);
  await fixture.sql`delete from media where id = ${id}`;
  await fixture.deliverDue(lane);
  expect(contents()[0]).toMatchObject({ data: null, data_omitted: "gone" });
});

test("while the store of files is away, the attempt fails, and is repeated", async () => {
  const { id: endpoint, lane } = await listen();
  await hearFiles([SOUP]);
  const { store } = fixture.dependencies;
  const { open } = store;
  store.open = () => Promise.reject(new Error("the disk is away"));
  await fixture.deliverDue(lane);
  store.open = open;
  expect(receiver.received).toHaveLength(0);
  expect(await fixture.deliveries(endpoint)).toMatchObject([
    { status: "failed", error: "a file of the event can't be read" },
    { status: "pending" },
  ]);
  await fixture.makeDue(lane);
  await fixture.deliverDue(lane);
  expect(contents()[0].data).toBe(bytes(SOUP));
});
