import { expect, test } from "bun:test";
import { routedCalls } from "../../daemon/inbound/facts/routing.ts";

const message = (number: string, id: string) => ({
  field: "messages",
  value: {
    metadata: { phone_number_id: number },
    messages: [{ from: "16505551234", id, timestamp: "1763717400", type: "text", text: { body: id } }],
  },
});

const call = (...changes: object[]) => JSON.stringify({ entry: [{ id: "77", changes }] });

test("a call about one number is stored as it came", () => {
  const body = `${call(message("1", "a"), message("1", "b"))} `;
  expect(routedCalls(body)).toEqual([{ route: "number:1", body }]);
});

test("a call about several numbers is stored by number, in order", () => {
  const body = call(message("1", "a"), message("2", "b"), message("1", "c"));
  expect(routedCalls(body)).toEqual([
    { route: "number:1", body: call(message("1", "a")) },
    { route: "number:2", body: call(message("2", "b")) },
    { route: "number:1", body: call(message("1", "c")) },
  ]);
});

test("ids beyond 2^53 survive that", () => {
  const template = {
    field: "message_template_quality_update",
    value: { message_template_id: 0, new_quality_score: "GREEN" },
  };
  const body = call(template, message("1", "a")).replace(":0,", ":12345678901234567891,");
  const [first] = routedCalls(body);
  expect(first).toMatchObject({ route: "account:77", body: expect.stringContaining("12345678901234567891") });
});

test("a call without anything that is acted upon is not stored", () => {
  expect(routedCalls("{}")).toEqual([]);
  expect(routedCalls(call({ field: "calls", value: {} }))).toEqual([]);
});
