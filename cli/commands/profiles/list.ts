import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { isReadableByOthers, profilePath, readProfiles } from "../../lib/settings/profiles.ts";
import { maskKey } from "../../lib/text/redact.ts";

type Row = { name: string; current: boolean; url: string; key: string };

/** Columns of the list. */
export const profileColumns: Column<Row>[] = [
  { title: "name", value: (row) => row.name, cut: true },
  { title: "current", value: (row) => (row.current ? "yes" : "no") },
  { title: "url", value: (row) => row.url, cut: 24 },
  { title: "key", value: (row) => row.key },
];

export const listProfiles = command({
  path: "profiles list",
  summary: "List profiles",
  output: "One line for each profile: name, whether it is in use, address, the key's last characters.",
  examples: [{ description: "The one in use", command: "waypost profiles list --json | jq -r .current" }],
  exitCodes: [],
  async run({ cli }) {
    const path = profilePath(cli.environment);
    const file = await readProfiles(path);
    if (await isReadableByOthers(path))
      cli.output.warn(`other users can read ${path}; run: chmod 600 ${path}`);
    const rows = Object.entries(file.profiles).map(([name, { url, api_key, token }]) => ({
      name,
      current: name === file.current,
      url,
      key: maskKey(api_key ?? token ?? ""),
    }));
    if (cli.output.format === "json") return cli.output.json({ current: file.current, data: rows });
    await cli.output.rows(rows, profileColumns);
    if (rows.length === 0) cli.output.note("None yet; run: waypost login");
  },
});
