/** The steps of a call, whatever the order in which Meta reports them. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventsOf, take } from "./support.ts";

const waypost = sharedDaemon();
let serial = 0;
const freshCall = () => `wacid.step.${++serial}`;

const ours = (id: string, status: string) => {
  const times = { timestamp: "1796000000", type: "call", recipient_id: "16505550170" };
  return { statuses: [{ id, status, ...times }] };
};
const call = (id: string, event: string, more: object = {}) => ({
  calls: [
    {
      id,
      event,
      from: "16505550170",
      to: "15550990100",
      direction: "USER_INITIATED",
      timestamp: "1796000000",
      ...more,
    },
  ],
});
const ended = (id: string, more: object = {}) =>
  call(id, "terminate", { status: "COMPLETED", duration: 9, ...more });
const outgoing = { direction: "BUSINESS_INITIATED", from: "15550990100", to: "16505550170" };

async function stepsOf(id: string): Promise<unknown[]> {
  const events = (await eventsOf(waypost)).filter(({ type }) => type === "call.status_update");
  return events.filter(({ body }) => body.call_id === id).map(({ body }) => body.status);
}

test.each<[string, (id: string) => object[], string[]]>([
  ["in order", (id) => [call(id, "connect"), ended(id)], ["ringing", "completed"]],
  ["the end first", (id) => [ended(id), call(id, "connect")], ["completed"]],
  ["a failure first", (id) => [ended(id, { status: "FAILED" }), call(id, "connect")], ["failed"]],
  ["each twice", (id) => [ended(id), call(id, "connect"), ended(id), call(id, "connect")], ["completed"]],
  [
    "of a call of ours, backwards",
    (id) => [ended(id, outgoing), ours(id, "ACCEPTED"), ours(id, "RINGING")],
    ["completed"],
  ],
  ["accepted before it rang", (id) => [ours(id, "ACCEPTED"), ours(id, "RINGING")], ["accepted"]],
  [
    "of a call of ours, in order",
    (id) => [ours(id, "RINGING"), ours(id, "ACCEPTED"), ended(id, outgoing)],
    ["ringing", "accepted", "completed"],
  ],
  ["rejected before it rang", (id) => [ours(id, "REJECTED"), ours(id, "RINGING")], ["rejected"]],
])("%s", async (_, values, expected) => {
  const id = freshCall();
  for (const value of values(id)) await take(waypost, value, "calls");
  expect(await stepsOf(id)).toEqual(expected);
});

test("the end of one call says nothing of another", async () => {
  const [one, other] = [freshCall(), freshCall()];
  await take(waypost, ended(one), "calls");
  await take(waypost, call(other, "connect"), "calls");
  expect(await stepsOf(other)).toEqual(["ringing"]);
});
