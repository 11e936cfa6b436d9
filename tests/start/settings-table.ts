/** The table of `docs/configuration.md`, made from the settings themselves. */
import { SETTINGS } from "../../daemon/config/settings.ts";

export const DOCUMENT = `${import.meta.dir}/../../docs/configuration.md`;

const BEGIN = "<!-- table: begin -->";
const END = "<!-- table: end -->";

/** The document with its table as it should be. */
export function withTable(document: string): string {
  const [before = "", rest = ""] = document.split(BEGIN);
  const [, after = ""] = rest.split(END);
  return `${before}${BEGIN}\n${settingsTable()}\n${END}${after}`;
}

function settingsTable(): string {
  const rows = SETTINGS.map(({ variable, key, kind, fallback, meaning }) =>
    row(
      `\`${variable}\``,
      key === "home" ? "" : `\`${fileForm(key, kind)}\``,
      defaultOf(key, fallback),
      meaning,
    ),
  );
  return [
    row("variable", "in the file", "default", "meaning"),
    row("---", "---", "---", "---"),
    ...rows,
  ].join("\n");
}

function fileForm(key: string, kind: string): string {
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `${name} = ${{ text: '"…"', integer: "…", list: '["…"]', switch: "true" }[kind]}`;
}

function defaultOf(key: string, fallback: string | number | boolean | string[] | undefined): string {
  if (key === "home") return "`$XDG_DATA_HOME/waypost`, else `~/.local/share/waypost`";
  if (fallback === undefined) return "unset";
  return Array.isArray(fallback) ? "empty" : `\`${fallback}\``;
}

function row(...cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}
