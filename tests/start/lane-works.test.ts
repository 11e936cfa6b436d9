import { expect, test } from "bun:test";
import type { Role } from "../../daemon/config/roles.ts";
import type { LaneKind } from "../../daemon/lanes/lane.ts";
import { createLanes, type Works } from "../../daemon/lanes/lanes.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { servedLanes } from "../../daemon/start/lane-works.ts";
import type { Sql } from "../../db/connection/client.ts";

const KINDS: LaneKind[] = ["channel", "media", "endpoint", "import", "broadcast"];
const OF_CHANNELS: LaneKind[] = ["channel", "media"];

const servedBy = (roles: Role[], laneId: string) => {
  const serves = servedLanes(roles, (channelId) => channelId === "held");
  return KINDS.filter((kind) => serves({ organizationId: "org", kind, laneId }));
};

test.each<[Role[], LaneKind[], LaneKind[]]>([
  [["api"], [], []],
  [["gateway"], OF_CHANNELS, []],
  [["api", "gateway"], OF_CHANNELS, []],
  [["worker"], KINDS, KINDS],
  [["api", "worker", "gateway"], KINDS, KINDS],
])("a daemon that is %p drains %p of a number that it holds, and %p of others", (roles, own, others) => {
  expect([servedBy(roles, "held"), servedBy(roles, "other")]).toEqual([own, others]);
});

test("a lane that a daemon does not serve is not read from the database", async () => {
  const sql = (() => expect.unreachable()) as unknown as Sql;
  const works = {} as Works;
  const lanes = createLanes({
    ...{ sql, works, log: createLog("silent") },
    daemonId: "dmn",
    serves: () => false,
  });
  await lanes.wake({ organizationId: "org", kind: "channel", laneId: "other" });
  expect(lanes.active()).toBe(0);
});
