/** The table of `docs/configuration.md`, made from the settings themselves. */
import { join } from "node:path";
import { fileVariable } from "../../../daemon/config/secret-files.ts";
import { fileKey, type Setting } from "../../../daemon/config/setting.ts";
import { SETTING_ROWS } from "../../../daemon/config/settings.ts";
import { ROOT } from "../run.ts";

export const DOCUMENT = join(ROOT, "docs/configuration.md");

const BEGIN = "<!-- table: begin -->";
const END = "<!-- table: end -->";

/** The document with its table as it should be. */
export function withTable(document: string): string {
  const [before = "", rest = ""] = document.split(BEGIN);
  const [, after = ""] = rest.split(END);
  return `${before}${BEGIN}\n${settingsTable()}\n${END}${after}`;
}

function settingsTable(): string {
  const rows = SETTING_ROWS.map((setting) =>
    row(variableForm(setting), fileForm(setting), defaultOf(setting), setting.meaning),
  );
  return [
    row("variable", "in the file", "default", "meaning"),
    row("---", "---", "---", "---"),
    ...rows,
  ].join("\n");
}

function variableForm(setting: Setting): string {
  const { variable } = setting;
  return fileVariable(setting) === null ? `\`${variable}\`` : `\`${variable}\`, \`…_FILE\``;
}

function fileForm({ key, schema, onlyInEnvironment }: Setting & { key: string }): string {
  if (onlyInEnvironment) return "";
  return schema.type === "array" ? `\`${fileKey(key)}\`, a list` : `\`${fileKey(key)}\``;
}

function defaultOf({ fallback }: Setting): string {
  if (typeof fallback === "function") return "`$XDG_DATA_HOME/waypost`, else `~/.local/share/waypost`";
  if (fallback === undefined) return "unset";
  return Array.isArray(fallback) && fallback.length === 0 ? "empty" : `\`${fallback}\``;
}

function row(...cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}
