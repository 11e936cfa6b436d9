import { expect, test } from "bun:test";
import type { Role } from "../../daemon/config/roles.ts";
import type { LaneKind } from "../../daemon/lanes/lane.ts";
import { servedLanes } from "../../daemon/start/served-lanes.ts";

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
