import packageJson from "../../../package.json" with { type: "json" };
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { readInstallation } from "../../lib/installation/installation.ts";
import { isNewer, newestVersion, releasesAddress } from "../../lib/installation/releases.ts";
import type { Column } from "../../lib/output/column.ts";

const LONGEST_WAIT_MS = 10_000;

type Row = {
  version: string;
  newest: string | null;
  is_newer: boolean | null;
  installed_by: string;
  command: string;
};

const columns: Column<Row>[] = [
  { title: "version", value: (row) => row.version },
  { title: "newest", value: (row) => row.newest, optional: true },
  { title: "installed by", value: (row) => row.installed_by },
  { title: "to upgrade", value: (row) => row.command },
];

export const upgrade = command({
  path: "upgrade",
  summary: "Show how to upgrade, and whether there is a newer version",
  description:
    "Print the command that upgrades Waypost the way it was installed. With --check, look up the newest version first, at the address in WAYPOST_RELEASES_URL or the one that came with the installation. Without --check, it makes no request. It never installs anything.",
  output: "version, with --check the newest one, how Waypost was installed and the command that upgrades it.",
  options: { check: { description: "Check whether there is a newer version" } },
  examples: [
    { description: "How do I upgrade?", command: "waypost upgrade" },
    {
      description: "In a script: is there a newer version?",
      command: "waypost upgrade --check --json | jq .is_newer",
    },
  ],
  exitCodes: [],
  async run({ cli, options }) {
    const { version } = packageJson;
    const installation = await readInstallation();
    const address = options.check ? releasesAddress(cli.environment, installation) : null;
    if (options.check && address === null) throw noAddress();
    const newest = address === null ? null : await newestVersion(address, cli.timeoutMs ?? LONGEST_WAIT_MS);
    const isOut = newest === null ? null : isNewer(newest, version);
    const row = {
      version,
      newest,
      is_newer: isOut,
      installed_by: installation.by,
      command: installation.upgrade,
    };
    await cli.output.record(row, columns);
    if (isOut === false) cli.output.note("There is no newer version.");
  },
});

function noAddress() {
  return usageFailure(
    "no address for releases is set",
    "Set WAYPOST_RELEASES_URL to the address of a latest.json. Waypost has no releases of its own yet.",
  );
}
