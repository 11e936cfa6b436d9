import packageJson from "../../../package.json" with { type: "json" };
import type { Diagnostics, Health } from "../../lib/api/types/diagnostics.ts";
import { describeAge, describeSpan } from "../../lib/values/duration.ts";
import { type Finding, problem, warning, well } from "./finding.ts";
import { replicaFindings } from "./replica.ts";
import { replicationFinding } from "./replication.ts";
import { roleFindings } from "./roles.ts";

const SKEW_MS = 30_000;
const GIBIBYTE = 1024 ** 3;
const GIGABYTE = 1_000_000_000;
const OLDEST_POSTGRES = 150_000;
const LONG_WAIT_MS = 60_000;

/** Findings from the health of the daemon's parts and its version. */
export function healthFindings(health: Health, durationMs: number): Finding[] {
  // a role that no daemon has is a finding of its own
  const missing: string[] = health.missing_roles.map(({ role }) => role);
  const failing = Object.entries(health.checks).filter(
    ([part, check]) => check === "failing" && !missing.includes(part),
  );
  const parts = failing.map(([part]) =>
    problem(part, "failing", `See the daemon's log for why ${part} does not work.`),
  );
  return [
    well(
      "reachability",
      `responded in ${durationMs} ms, up for ${describeSpan(health.uptime_seconds * 1000)}`,
    ),
    versionFinding(health.version),
    ...(parts.length > 0 ? parts : [well("parts", Object.keys(health.checks).join(", "))]),
    ...roleFindings(health),
  ];
}

function versionFinding(version: string): Finding {
  const own = packageJson.version;
  if (version === own) return well("version", own);
  return warning("version", `the daemon is ${version}, this is ${own}`, "Install the same version of both.");
}

/** Findings from the daemon's diagnostics. `now` is this machine's clock, in milliseconds since 1970. */
export function daemonFindings(found: Diagnostics, now: number): Finding[] {
  const { database, migrations } = found;
  return [
    clockFinding(found, now),
    ...(database === null ? [] : databaseFindings(database)),
    ...(migrations === null ? [] : [migrationFinding(migrations)]),
    ...(found.operator ? [diskFinding(found)] : []),
    ...(found.conversion === null ? [] : [conversionFinding(found.conversion)]),
    mediaFinding(found),
    ...laneFindings(found, now),
    ...inboundFindings(found, now),
    ...(found.operator ? eventLogFindings(found, now) : []),
  ];
}

function clockFinding({ now: daemon, database }: Diagnostics, now: number): Finding {
  const clocks = [now, Date.parse(daemon), ...(database === null ? [] : [Date.parse(database.now)])];
  const apart = Math.max(...clocks) - Math.min(...clocks);
  const where = database === null ? "here and in the daemon" : "here, in the daemon and in the database";
  if (apart < SKEW_MS) return well("clock", `${where} the same`);
  const found = `${where} up to ${Math.round(apart / 1000)} s apart`;
  return warning(
    "clock",
    found,
    "Synchronise the clocks of all machines with NTP: signatures depend on them.",
  );
}

type Database = NonNullable<Diagnostics["database"]>;

function databaseFindings(database: Database): Finding[] {
  return [
    databaseFinding(database),
    ...settingFindings(database),
    replicationFinding(database),
    ...replicaFindings(database),
    ...restoredFindings(database),
  ];
}

function databaseFinding({ version, version_number, connections, max_connections }: Database): Finding {
  if (version_number < OLDEST_POSTGRES)
    return problem("database", `Postgres ${version}`, "Use Postgres 15 or newer.");
  const found = `Postgres ${version}, ${connections} of ${max_connections} connections`;
  if (connections < max_connections * 0.8) return well("database", found);
  return warning("database", found, "Raise max_connections, or lower WAYPOST_DATABASE_POOL_SIZE.");
}

function settingFindings(database: Database): Finding[] {
  const isLossy = database.synchronous_commit === "off";
  const off = [
    ...(["fsync", "full_page_writes"] as const).filter((name) => !database[name]),
    ...(isLossy ? ["synchronous_commit"] : []),
  ];
  if (off.length === 0)
    return [well("database settings", "fsync, full_page_writes and synchronous_commit are on")];
  return off.map((name) =>
    problem("database settings", `${name} is off: a crash can lose or break data`, `Set ${name} = on.`),
  );
}

function restoredFindings({ restored }: Database): Finding[] {
  if (restored === null) return [];
  const { at, marked, failed, broadcasts } = restored;
  const found = `restored from a backup, as found at ${at}: of what waited, ${marked} messages are marked as possible duplicates, ${failed} failed, ${broadcasts} broadcasts were paused, and what waited for an approval was refused`;
  const advice =
    "Compare with the phones before you send failed messages again (waypost messages list --status failed) or resume broadcasts.";
  return [warning("restored backup", found, advice)];
}

function migrationFinding({ applied, missing, unknown }: NonNullable<Diagnostics["migrations"]>): Finding {
  if (missing.length > 0)
    return problem(
      "migrations",
      `not applied: ${missing.join(", ")}`,
      "Restart the daemon, which applies them.",
    );
  if (unknown.length > 0)
    return warning(
      "migrations",
      `a newer version has changed the database: ${unknown.join(", ")}`,
      "Upgrade this daemon, too.",
    );
  return well("migrations", `all ${applied} are applied`);
}

function diskFinding({ disk }: Diagnostics): Finding {
  if (disk === null) return well("disk", "there is no data folder");
  const share = disk.free_bytes / disk.total_bytes;
  const found = `${(disk.free_bytes / GIBIBYTE).toFixed(1)} GiB are free, ${Math.round(share * 100)} %`;
  const advice = "Free some space, or lower WAYPOST_RETENTION_DAYS.";
  if (share < 0.02 || disk.free_bytes < GIBIBYTE / 4) return problem("disk", found, advice);
  return share < 0.1 ? warning("disk", found, advice) : well("disk", found);
}

/** Without it everything else works, so nothing is wrong. */
function conversionFinding(isThere: boolean): Finding {
  const found = isThere ? "ffmpeg converts files" : "ffmpeg is not installed: files are not converted";
  return well("conversion", found);
}

function mediaFinding({ media: { bytes, most_bytes }, operator }: Diagnostics): Finding {
  const used = `${(bytes / GIGABYTE).toFixed(1)} GB`;
  if (most_bytes === null) return well("media", `${used} of files, without a limit`);
  const found = `${used} of files; ${most_bytes / GIGABYTE} GB are allowed`;
  const raise = operator ? "waypostd orgs set --most-media-gb" : "ask the operator";
  const advice = `Raise the limit (${raise}), or keep files for a shorter time.`;
  if (bytes >= most_bytes) return problem("media", `${found}: files of new messages are waiting`, advice);
  return bytes < most_bytes * 0.8 ? well("media", found) : warning("media", found, advice);
}

function laneFindings({ lanes }: Diagnostics, now: number): Finding[] {
  if (lanes.length === 0) return [well("lanes", "nothing waits")];
  return lanes.map(({ kind, lane_id, due_at, paused_until, unattended }) => {
    const since = `${lane_id}: something was due ${describeAge(due_at, new Date(now))}`;
    if (unattended)
      return problem(
        "lanes",
        `${since}, and no daemon is working on it`,
        "See the daemon's log for the reason, and restart it.",
      );
    const noun = kind === "endpoint" ? "endpoints" : "channels";
    const found = paused_until === null ? since : `${since}; paused until ${paused_until}`;
    return warning("lanes", found, `See why: waypost ${noun} get ${lane_id}`);
  });
}

function eventLogFindings({ event_writers: writers }: Diagnostics, now: number): Finding[] {
  if (writers.length === 0) return [well("event log", "nothing blocks it")];
  return writers.map(({ pid, application_name, client_address, state, since }) => {
    const who = `process ${pid} (${application_name || "unnamed"}, from ${client_address ?? "a local socket"})`;
    return warning(
      "event log",
      `${who} wrote events ${describeAge(since, new Date(now))} and is still ${state ?? "open"}: later events don't appear`,
      `Stop that program, or its transaction: select pg_terminate_backend(${pid})`,
    );
  });
}

/** Inbound calls: whether they are processed, and which could not be. */
function inboundFindings(
  { inbound: { waiting, oldest_at, failed, unassigned } }: Diagnostics,
  now: number,
): Finding[] {
  const isLate = oldest_at !== null && now - Date.parse(oldest_at) > LONG_WAIT_MS;
  const found = `${waiting} inbound calls wait to be processed, the oldest since ${oldest_at}`;
  const processing = waiting === null || waiting === 0 ? "nothing waits" : `${waiting} are being processed`;
  return [
    isLate
      ? problem("inbound", found, "See the daemons' logs for what fails; they retry by themselves.")
      : well("inbound", processing),
    ...(failed === 0 ? [] : [failedFinding(`${failed} inbound calls`, "waypost")]),
    ...(unassigned === null || unassigned === 0
      ? []
      : [failedFinding(`${unassigned} inbound calls that belong to no channel`, "waypostd")]),
  ];
}

function failedFinding(what: string, program: string): Finding {
  return warning(
    "inbound",
    `${what} could not be processed and were set aside`,
    `See why: ${program} inbound list. Once that is fixed: ${program} inbound retry --all`,
  );
}
