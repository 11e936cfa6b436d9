import { expect, test } from "bun:test";
import { replicaFindings } from "../../cli/commands/doctor/replica.ts";
import { replicationFinding } from "../../cli/commands/doctor/replication.ts";
import { neededStandbys } from "../../db/health/standbys.ts";

const database = {
  ...{ version: "17.5", version_number: 170_005, now: "2026-01-01T00:00:00Z" },
  ...{ connections: 1, max_connections: 100, fsync: true, full_page_writes: true },
  read_replica: null,
  restored: null,
};
const three = {
  hosts: 3,
  standbys: 2,
  lag_bytes: 5 * 1024 ** 2,
  synchronous_standby_names: "",
  needed_standbys: 0,
  synchronous_standbys: 0,
};
const quorum = {
  ...three,
  synchronous_standby_names: "ANY 1 (a, b)",
  needed_standbys: 1,
  synchronous_standbys: 2,
};
const stranded = { ...quorum, standbys: 0, lag_bytes: null, synchronous_standbys: 0 };

test.each([
  [{ ...three, hosts: 1, standbys: 0, lag_bytes: null }, "on", "ok", "as long as its disk"],
  [three, "on", "warning", "2 standbys, at most 5.0 MiB behind: no commit waits for a standby"],
  [quorum, "on", "ok", "each commit waits for ANY 1 (a, b)"],
  [
    stranded,
    "on",
    "problem",
    "nothing is accepted, since each commit waits for 1 of ANY 1 (a, b), and none is left",
  ],
  [{ ...quorum, needed_standbys: 2, synchronous_standbys: 1 }, "on", "problem", "and 1 is left"],
  [stranded, "local", "warning", "synchronous_commit is local"],
  [quorum, "local", "warning", "synchronous_commit is local"],
])("of %j with synchronous_commit %s it says %s: %s", (replication, synchronous_commit, status, found) => {
  const finding = replicationFinding({ ...database, replication, synchronous_commit });
  expect(finding.status).toBe(status as typeof finding.status);
  expect(finding.found).toContain(found);
});

test.each([
  [null, []],
  [{ lag_bytes: 0, error: null }, [["ok", "0.0 MiB behind"]]],
  [
    { lag_bytes: 99 * 1024 ** 2, error: null },
    [["warning", "99.0 MiB behind, so lists and exports read the primary"]],
  ],
  [
    { lag_bytes: null, error: "it does not answer in time" },
    [["warning", "it can't be read, so lists and exports read the primary: it does not answer in time"]],
  ],
])("of the read replica %j it says %j", (read_replica, expected) => {
  const given = { ...database, replication: three, synchronous_commit: "on", read_replica };
  expect(replicaFindings(given).map(({ status, found }) => [status, found])).toEqual(expected);
});

test.each([
  ["", "on", 0],
  ["one", "on", 1],
  ["one, two", "remote_apply", 1],
  ["2 (one, two, three)", "on", 2],
  ["FIRST 2 (one, two)", "on", 2],
  ["any 3 (*)", "remote_write", 3],
  ["any 3 (*)", "local", 0],
])("with the standbys %j and synchronous_commit %s a commit waits for %d", (names, commit, needed) => {
  expect(neededStandbys(names, commit)).toBe(needed);
});
