/** A rule about migrations: what an older version that still runs may use goes only where the file says so. */
import type { SourceFile } from "./source.ts";

/** Those before it are older than the rule. */
const FIRST = "0068";

const TAKES_AWAY =
  /\b(?:drop\s+(?:table|column|function|type|view|sequence|schema|trigger|constraint|default)|rename\s+(?:to|column|constraint)|alter\s+column\s+\w+\s+(?:set\s+not\s+null|(?:set\s+data\s+)?type)|add\s+column\s+(?:if\s+not\s+exists\s+)?\w+\s+[\w[\]]+\s+not\s+null(?!\s+default))\b/i;

/** One sentence for every migration that takes away or narrows something, and says neither from whom nor why not. */
export function checkMigrations(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.includes("schema/migrations/") && nameOf(path) >= FIRST)
    .flatMap(({ path, text }) => {
      const found = TAKES_AWAY.exec(text.replace(/--.*/g, ""))?.[0];
      if (found === undefined || /^-- (?:needs: \d{4}\b|keeps: .)/m.test(text)) return [];
      return [
        `${path} has "${found}", which older versions that still run may not survive. Name the oldest migration that a program has to know to run after it ("-- needs: ${FIRST}"), or say why it harms none ("-- keeps: …")`,
      ];
    });
}

function nameOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}
