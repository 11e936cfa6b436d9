import { expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { eventsOf, take } from "../inbound/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const ITEM = { product_retailer_id: "beans-1kg", quantity: 2, item_price: 18.5, currency: "EUR" };
let sent = 0;

/** Somebody orders by a message; the id of the order. */
async function ordered(from: string): Promise<string> {
  const order = { catalog_id: "867215384931", text: "Ground, please", product_items: [ITEM] };
  const message = { from, id: `wamid.order${sent++}`, timestamp: "1763717400", type: "order", order };
  await take(waypost, { contacts: [{ wa_id: from, profile: { name: "Ada" } }], messages: [message] });
  return (await list())[0] ?? "";
}

async function list(query = ""): Promise<string[]> {
  const { body } = await waypost.call("GET", `/v1/orders?${query}`);
  return body.data.map((one: { id: string }) => one.id);
}

test("an order is read with its items, and each change of it has one event", async () => {
  const id = await ordered("14155558001");
  const { body: order } = await waypost.call("GET", `/v1/orders/${id}`);
  expect(order).toMatchObject({
    status: "created",
    payment_status: "pending",
    items: [ITEM],
    note: "Ground, please",
    catalog_id: "867215384931",
  });
  const paid = await waypost.call("PATCH", `/v1/orders/${id}`, {
    status: "confirmed",
    payment_status: "paid",
  });
  expect(paid.body).toMatchObject({ id, status: "confirmed", payment_status: "paid" });
  await waypost.call("PATCH", `/v1/orders/${id}`, { status: "confirmed" });
  const changes = (await eventsOf(waypost)).filter((event) => event.type === "commerce.order.updated");
  expect(changes.map(({ body }) => [body.order_id, body.order_no, body.status, body.payment_status])).toEqual(
    [
      [id, order.order_no, "created", "pending"],
      [id, order.order_no, "confirmed", "paid"],
    ],
  );
});

test("orders are listed newest first, and filters leave what they name", async () => {
  const [first, second] = [await ordered("14155558002"), await ordered("14155558003")];
  expect((await list()).slice(0, 2)).toEqual([second, first]);
  await waypost.call("PATCH", `/v1/orders/${first}`, { status: "shipped" });
  expect(await list("status=shipped")).toEqual([first]);
  await waypost.call("PATCH", `/v1/orders/${second}`, { payment_status: "refunded" });
  const { contact_id, conversation_id } = (await waypost.call("GET", `/v1/orders/${second}`)).body;
  for (const filter of [
    `contact_id=${contact_id}`,
    `conversation_id=${conversation_id}`,
    "payment_status=refunded",
    `contact_id=${contact_id}&status=created`,
  ])
    expect([filter, await list(filter)]).toEqual([filter, [second]]);
  expect(await list(`contact_id=${contact_id}&status=shipped`)).toEqual([]);
  expect(await list(`channel_id=${waypost.channelId}`)).toEqual(await list());
  expect(await list("channel_id=ch_other")).toEqual([]);
});

test("orders are numbered in turn, and page from the newest on", async () => {
  const ids = [await ordered("14155558005"), await ordered("14155558005")].reverse();
  const first = (await waypost.call("GET", "/v1/orders?limit=1")).body;
  const second = (await waypost.call("GET", `/v1/orders?limit=1&cursor=${first.meta.next_cursor}`)).body;
  const [newer, older] = [...first.data, ...second.data];
  expect([newer.id, older.id]).toEqual(ids);
  expect(Number(newer.order_no)).toBe(Number(older.order_no) + 1);
});

test("an order that Meta sends again is made once, and a text beside it places none", async () => {
  const before = (await list()).length;
  const from = "14155558007";
  const timestamp = "1763717400";
  const order = { catalog_id: "1", text: "", product_items: [ITEM] };
  const first = { from, id: "wamid.again", timestamp, type: "order", order };
  const text = { from, id: "wamid.beside", timestamp, type: "text", text: { body: "Hello" } };
  await take(waypost, { contacts: [{ wa_id: from }], messages: [first] });
  await take(waypost, { contacts: [{ wa_id: from }], messages: [first, text] });
  const { data } = (await waypost.call("GET", "/v1/messages?direction=inbound&limit=2")).body;
  expect(data.map(({ type }: { type: string }) => type)).toEqual(["text", "order"]);
  expect((await list()).length).toBe(before + 1);
});

test("another organisation neither sees nor changes an order, and one that is not there is 404", async () => {
  const id = await ordered("14155558006");
  const wishes = { name: "Other", email: "other@example.com" };
  const other = caller(waypost.url, (await addOrganization(waypost.sql, waypost.secrets, wishes)).api_key);
  expect((await other("GET", "/v1/orders")).body.data).toEqual([]);
  for (const answer of [
    await other("GET", `/v1/orders/${id}`),
    await other("PATCH", `/v1/orders/${id}`, { status: "shipped" }),
    await waypost.call("GET", "/v1/orders/ord_none"),
    await waypost.call("PATCH", "/v1/orders/ord_none", { status: "shipped" }),
  ])
    expect(answer.status).toBe(404);
});

test("a key of other channels sees nothing of it, and one that only reads changes nothing", async () => {
  const id = await ordered("14155558004");
  const other = caller(waypost.url, await makeKey(waypost, ["crm:read", "crm:write"], ["ch_other"]));
  expect((await other("GET", "/v1/orders")).body.data).toEqual([]);
  expect((await other("PATCH", `/v1/orders/${id}`, { status: "shipped" })).status).toBe(404);
  const reader = caller(waypost.url, await makeKey(waypost, ["crm:read"]));
  expect((await reader("PATCH", `/v1/orders/${id}`, { status: "shipped" })).status).toBe(403);
  expect((await waypost.call("PATCH", `/v1/orders/${id}`, {})).status).toBe(422);
  expect((await waypost.call("PATCH", `/v1/orders/${id}`, { status: "lost" })).status).toBe(422);
});
