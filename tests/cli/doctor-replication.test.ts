import { expect, test } from "bun:test";
import { replicaFindings } from "../../cli/commands/doctor/replica.ts";
import { replicationFinding } from "../../cli/commands/doctor/replication.ts";

const database = {
  ...{ version: "17.5", version_number: 170_005, now: "2026-01-01T00:00:00Z" },
  ...{ connections: 1, max_connections: 100, fsync: true, full_page_writes: true },
  read_replica: null,
};
const three = { hosts: 3, standbys: 2, lag_bytes: 5 * 1024 ** 2, synchronous_standby_names: "" };
const quorum = { ...three, synchronous_standby_names: "ANY 1 (a, b)" };

test.each([
  [{ ...three, hosts: 1, standbys: 0, lag_bytes: null }, "on", "ok", "as long as its disk"],
  [three, "on", "warning", "2 standbys, at most 5.0 MiB behind: no commit waits for a standby"],
  [quorum, "on", "ok", "each commit waits for ANY 1 (a, b)"],
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
