/** The contract of a lane's work, for each kind of work with real rows. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Lane } from "../../daemon/lanes/lane.ts";
import { eventually } from "../support/until.ts";
import { type LaneSite, OTHER, startLaneSite } from "./lane-site.ts";

let site: LaneSite;
beforeAll(async () => {
  site = await startLaneSite();
});
afterAll(() => site.stop());

describe.each(["channel", "endpoint", "media", "import"] as const)(
  "the work of a lane of kind %s",
  (kind) => {
    let lane: Lane;
    beforeAll(async () => {
      lane = site.lanes[kind];
      await site.fill(kind, 3);
      await eventually("three items", async () => ((await peeked()).length < 3 ? null : true));
    });

    const opened = async (works = site.works) => {
      const open = await works[kind].open(lane);
      if (open === null) throw new Error("there is nothing to drain for");
      return open;
    };
    const peeked = async (busy: readonly string[] = [], limit = 50) =>
      await (await opened()).peek(busy, limit);
    const ids = (items: readonly { itemId: string }[]) => items.map(({ itemId }) => itemId);

    test("due items come in order, as many as requested, without the keys that are busy", async () => {
      const all = await peeked();
      const [first] = all;
      expect(await (await opened()).nextDue()).toBe(0);
      expect(ids(await peeked([], 2))).toEqual(ids(all).slice(0, 2));
      expect(ids(await peeked([first?.orderKey ?? ""]))).toEqual(ids(all).slice(1));
    });

    test("there is a call at least that may be out at once, and none has to wait for another", async () => {
      const open = await opened();
      const [item] = await peeked();
      expect(open.concurrency()).toBeGreaterThanOrEqual(1);
      expect(open.pause?.() ?? 0).toBe(0);
      expect(item === undefined ? null : open.delay(item)).toBe(0);
    });

    test("work that is put off is not due, and waits for its time", async () => {
      const open = await opened();
      const [first] = await peeked();
      if (first === undefined) throw new Error("nothing is due");
      await open.defer([{ item: first, wait: 3600_000 }]);
      expect(ids(await peeked())).not.toContain(first.itemId);
      await open.defer([{ item: first, wait: 0 }]);
      expect(ids(await peeked())).toContain(first.itemId);
    });

    test("a daemon that the lane is not of begins nothing", async () => {
      const items = await peeked();
      const open = await opened(site.worksOf(OTHER));
      const begun = await open.start(items).catch(() => []);
      expect(begun).toEqual([]);
      expect(ids(await peeked())).toEqual(ids(items));
    });

    test("what has begun ends with a result that can be written, whole or reduced, and leaves the lane", async () => {
      const open = await opened();
      for (const write of [(result: unknown) => result, (result: never) => open.reduced(result)]) {
        const [item] = await open.peek([], 1);
        if (item === undefined) throw new Error("nothing is due");
        const [begun] = await open.start([item]);
        expect(begun?.itemId).toBe(item.itemId);
        const result = await open.run(begun ?? item, AbortSignal.timeout(10_000));
        await open.finish([write(result as never) as never]);
        expect(ids(await peeked())).not.toContain(item.itemId);
      }
    });

    test("of a lane that there is not, nothing is due", async () => {
      const open = await site.works[kind].open({ ...lane, organizationId: "org_none", laneId: "none" });
      expect((await open?.nextDue()) ?? null).toBeNull();
      expect((await open?.peek([], 10)) ?? []).toEqual([]);
    });
  },
);

test("files of a channel that wait hide none of its messages, and messages none of its files", async () => {
  const { sql } = site.waypost;
  for (const kind of ["channel", "media"] as const) await site.fill(kind, 2);
  for (const [kind, other] of [
    ["channel", "media"],
    ["media", "channel"],
  ] as const) {
    await sql`update lane_items set due_at = now() - interval '1 hour' where kind = ${other}`;
    await sql`update lane_items set due_at = now() - interval '1 minute' where kind = ${kind}`;
    const open = await site.works[kind].open(site.lanes[kind]);
    expect(await open?.nextDue()).toBe(0);
    expect(await open?.peek([], 1)).toHaveLength(1);
  }
});
