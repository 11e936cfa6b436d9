/** Several requests to replace a number: what one of them cancels never goes out from the new number. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { NUMBER, type PairingSite, startPairingSite } from "../gateway/support.ts";

let site: PairingSite;

beforeAll(async () => {
  site = await startPairingSite();
});
afterAll(() => site.stop());

type Wish = "cancel" | "keep" | "usual" | "first number" | "keep by code" | "disconnect";

async function say(id: string, wish: Wish): Promise<void> {
  const { call } = site.daemon;
  if (wish === "disconnect") return void (await call("POST", `/v1/channels/${id}/disconnect`));
  if (wish === "first number") return void (await call("POST", `/v1/channels/${id}/connect`));
  const waiting = wish === "usual" ? {} : { waiting: wish === "cancel" ? "cancel" : "keep" };
  const how = wish === "keep by code" ? { method: "pairing_code", phone_number: NUMBER } : {};
  const body = { replace_number: true, ...waiting, ...how };
  expect((await call("POST", `/v1/channels/${id}/connect`, body)).status).toBe(202);
}

async function outcome(id: string): Promise<string | null> {
  const [row] = await site.daemon.sql<{ waiting: string | null }[]>`
    select replacement::json ->> 'waiting' as waiting from web_sessions where channel_id = ${id}`;
  return row?.waiting ?? null;
}

test.each<[Wish[], string | null]>([
  [["cancel", "keep"], "cancel"],
  [["usual", "keep"], "cancel"],
  [["keep", "cancel"], "cancel"],
  [["keep", "usual"], "cancel"],
  [["keep", "keep"], "keep"],
  [["cancel", "keep by code"], "cancel"],
  [["cancel", "first number"], null],
  [["cancel", "disconnect", "keep"], "keep"],
])("after %j, what waits has the outcome %p", async (wishes, waiting) => {
  const id = await site.newChannel();
  for (const wish of wishes) await say(id, wish);
  expect(await outcome(id)).toBe(waiting);
});

test("the safe one wins also when both come at once", async () => {
  for (let times = 0; times < 5; times++) {
    const id = await site.newChannel();
    for (const wish of ["keep", "disconnect"] as const) await say(id, wish);
    const wishes: Wish[] = ["cancel", "keep", "keep"];
    await Promise.all(wishes.map((wish) => say(id, wish)));
    expect(await outcome(id)).toBe("cancel");
  }
});
