/** Ids of messages that are found later stand between those that are there. */
import { expect, test } from "bun:test";
import { idsBetween } from "../../daemon/holes/between.ts";
import { newMessageId, newPastMessageId } from "../../daemon/lib/ids.ts";

const at = new Date(Date.now() - 120_000);
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const some = () => Array.from({ length: 50 }, () => newPastMessageId(at));

test("ids of the moments at which messages were written stay where they fit", () => {
  const ids = some();
  expect(idsBetween(ids, { after: newPastMessageId(new Date(0)), before: newMessageId() })).toBe(ids);
  expect(idsBetween(ids, { after: null, before: null })).toBe(ids);
  expect(idsBetween([], { after: newMessageId(), before: null })).toEqual([]);
});

test("where neighbours came late, others stand between them, in order", () => {
  const late = newMessageId();
  // the same millisecond leaves room, too
  for (const before of [newMessageId(), null]) {
    const ids = idsBetween(some(), { after: late, before });
    const inOrder = [late, ...ids, before ?? newMessageId()];
    expect(inOrder).toEqual(inOrder.toSorted());
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(VERSION_7);
  }
});

test("where the one behind stands in the same moment, others are before it", () => {
  const before = newPastMessageId(at);
  const ids = idsBetween(some(), { after: null, before });
  expect([...ids, before]).toEqual([...ids, before].toSorted());
});

test("neighbours that came in another order than the phone's leave the ids as they are", () => {
  const [first, last] = [newMessageId(), newMessageId()];
  const ids = some();
  expect(idsBetween(ids, { after: last, before: first })).toBe(ids);
});
