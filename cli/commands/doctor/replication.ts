import type { Diagnostics } from "../../lib/api/types/diagnostics.ts";
import { type Finding, problem, warning, well } from "./finding.ts";

type Database = NonNullable<Diagnostics["database"]>;

const MEBIBYTE = 1024 ** 2;
const ADVICE =
  "Let commits wait for a standby: synchronous_mode of Patroni, or synchronous_standby_names. See docs/high-availability.md.";

const STRANDED =
  "Start a standby again, or another one. To work without, set synchronous_standby_names = '' and reload: what is committed from then on is lost with this server.";

/** Whether what was answered 201 is safe when another server takes over from the primary. */
export function replicationFinding({ replication, synchronous_commit }: Database): Finding {
  const { hosts, standbys, synchronous_standby_names: names } = replication;
  if (hosts === 1 && standbys === 0 && names === "")
    return well("replication", "one server: what was answered 201 lasts as long as its disk");
  const found = `${counted(hosts, "host")} in DATABASE_URL, ${counted(standbys, "standby", "standbys")}${behind(replication)}`;
  if (names === "")
    return warning(
      "replication",
      `${found}: no commit waits for a standby, so a failover can lose what was answered 201`,
      ADVICE,
    );
  if (synchronous_commit === "off" || synchronous_commit === "local")
    return warning(
      "replication",
      `${found}: synchronous_commit is ${synchronous_commit}, so no commit waits for ${names}`,
      "Set synchronous_commit = on for the role of Waypost.",
    );
  const { needed_standbys: needed, synchronous_standbys: there } = replication;
  if (there < needed)
    return problem(
      "replication",
      `${found}: nothing is accepted, since each commit waits for ${needed} of ${names}, and ${there === 0 ? "none is left" : `${there} is left`}`,
      STRANDED,
    );
  return well("replication", `${found}; each commit waits for ${names}`);
}

function behind({ lag_bytes: lag }: Database["replication"]): string {
  return lag === null ? "" : `, at most ${(lag / MEBIBYTE).toFixed(1)} MiB behind`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
