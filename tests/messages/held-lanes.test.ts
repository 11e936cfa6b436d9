/** The lanes of accepted messages are held while these are accepted, and let go with what became of them. */
import { expect, test } from "bun:test";
import type { Hold } from "../../daemon/lanes/owned-lane.ts";
import { holdLanes } from "../../daemon/messages/accept/held-lanes.ts";
import type { AcceptOutcome } from "../../db/messages/accept/accept.ts";

type Requests = Parameters<typeof holdLanes>[1];

/** A lane at rest, and what was done to it. */
function laneAtRest(choose: Hold["choose"] = async (items) => [...items]) {
  const noted: unknown[] = [];
  const hold: Hold = {
    choose,
    letGo: (begun, isAll) => noted.push({ begun: begun.map(({ itemId }) => itemId), isAll }),
    fail: () => noted.push("failed"),
  };
  return { lanes: { hold: () => hold, notify: () => noted.push("notified") }, noted };
}

const requests = (...more: { scheduled_at?: string; priority?: number }[]) =>
  more.map((one, n) => ({
    ...{ organization_id: "org_test", channel_id: "ch_test", id: `msg_${n}`, address: `1415555010${n}` },
    ...{ type: "text", content: "{}", scheduled_at: null },
    ...one,
  })) as unknown as Requests;

const accepted = (n: number, begun: boolean) =>
  ({ n, outcome: "accepted", response: null, conversation_id: "cv_1", begun }) as AcceptOutcome;

test("those that were begun are called, and the lane is looked at if others were accepted", async () => {
  const { lanes, noted } = laneAtRest();
  const [held] = await holdLanes(lanes, requests({}, {}));
  expect(held?.starting).toEqual(["msg_0", "msg_1"]);
  held?.letGo([accepted(0, true), accepted(1, false)]);
  expect(noted).toEqual([{ begun: ["msg_0"], isAll: false }]);
});

test("a refused one is nothing to look for", async () => {
  const { lanes, noted } = laneAtRest();
  const [held] = await holdLanes(lanes, requests({}, {}));
  held?.letGo([accepted(0, true), { ...accepted(1, false), outcome: "agent_limit" }]);
  expect(noted).toEqual([{ begun: ["msg_0"], isAll: true }]);
});

test("what is scheduled does not begin", async () => {
  const { lanes } = laneAtRest();
  const [held] = await holdLanes(lanes, requests({ scheduled_at: "2030-01-01T00:00:00Z" }, {}));
  expect(held?.starting).toEqual(["msg_1"]);
});

test("the more urgent ones begin first, where not all may", async () => {
  const { lanes } = laneAtRest(async (items) => items.slice(0, 2));
  const [held] = await holdLanes(lanes, requests({ priority: 2 }, {}, { priority: 0 }));
  expect(held?.starting).toEqual(["msg_2", "msg_1"]);
});

test("where it can't be found out what may begin, all is read from the lane", async () => {
  const { lanes, noted } = laneAtRest(async () => {
    throw new Error("the database is away");
  });
  const [held] = await holdLanes(lanes, requests({}));
  expect(held?.starting).toEqual([]);
  held?.letGo([accepted(0, false)]);
  expect(noted).toEqual([{ begun: [], isAll: false }]);
});

test("when the answer is lost, the lane is given up, since some may have begun", async () => {
  const { lanes, noted } = laneAtRest();
  const [held] = await holdLanes(lanes, requests({}));
  held?.fail(Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" }));
  expect(noted).toEqual(["failed"]);
});

test("when accepting failed, the lane is looked at and stays", async () => {
  const { lanes, noted } = laneAtRest();
  const [held] = await holdLanes(lanes, requests({}));
  held?.fail(Object.assign(new Error("refused"), { code: "23505" }));
  expect(noted).toEqual([{ begun: [], isAll: false }]);
});

test("a lane that does not rest is notified", async () => {
  const { lanes, noted } = laneAtRest();
  const [held] = await holdLanes({ ...lanes, hold: () => null }, requests({}));
  expect(held?.starting).toEqual([]);
  held?.letGo([accepted(0, false)]);
  expect(noted).toEqual(["notified"]);
});
