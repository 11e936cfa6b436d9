/** That the compiler knows the daemon's routes: were they anything at all, the errors expected here would be missing. */
import { expect, test } from "bun:test";
import type { Client } from "../../cli/lib/api/client.ts";
import type { Channel } from "../../cli/lib/api/types/channels.ts";
import type { Diagnostics } from "../../cli/lib/api/types/diagnostics.ts";
import type { Page, RequestOf, ResponseOf, Route } from "../../daemon/start/types/routes.ts";

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;

/** Never called: it is the compiler that reads it. */
export async function refused(client: Client, channel: Channel) {
  // @ts-expect-error there is no such route
  await client.call("GET /v1/chanels", {});
  // @ts-expect-error the path wants an id
  await client.call("GET /v1/channels/{id}", { path: {} });
  // @ts-expect-error the list of messages knows no filter of this name
  await client.call("GET /v1/messages", { query: { colour: "red" } });
  // @ts-expect-error a limit is a number
  await client.call("GET /v1/messages", { query: { limit: "10" } });
  // @ts-expect-error a note has a body
  await client.call("POST /v1/contacts/{id}/notes", { path: { id: "ct_1" }, body: {} });
  // @ts-expect-error a list takes no body
  await client.call("GET /v1/messages", { query: {}, body: {} });
  // @ts-expect-error a channel has no colour
  return channel.colour;
}

test("answers are what they are once they went through JSON", () => {
  const dates: Same<Diagnostics["lanes"][number]["due_at"], string> = true;
  const nothing: Same<ResponseOf<"DELETE /v1/channels/{id}">, null> = true;
  const written: Same<ResponseOf<"POST /v1/messages">["id"], string> = true;
  const rows: Same<ResponseOf<"GET /v1/channels">, Page<Channel>> = true;
  expect([dates, nothing, written, rows]).toEqual([true, true, true, true]);
});

test("requests take any word where the daemon takes some, as people may type any", () => {
  const status: Same<RequestOf<"GET /v1/messages">["query"]["status"], string | undefined> = true;
  const direction: Same<RequestOf<"GET /v1/messages">["query"]["direction"], string | undefined> = true;
  const open: Same<Extract<Route, "GET /metrics">, never> = true;
  expect([status, direction, open]).toEqual([true, true, true]);
});
