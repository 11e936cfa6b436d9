/**
 * Rules about the schema: what an older version that still runs may use goes only where the migration says so, and what
 * has landed stays as it is, since databases have it.
 */
import { migrationChecksumOf } from "../../db/schema/checksums.ts";
import type { SourceFile } from "../lib/source.ts";

const TAKES_AWAY =
  /\b(?:drop\s+(?:table|column|function|type|view|sequence|schema|trigger|constraint|default)|rename\s+(?:to|column|constraint)|alter\s+column\s+\w+\s+(?:set\s+not\s+null|(?:set\s+data\s+)?type)|add\s+column\s+(?:if\s+not\s+exists\s+)?\w+\s+[\w[\]]+\s+not\s+null(?!\s+default))\b/i;

/** One sentence for every migration that takes away or narrows something, and says neither from whom nor why not. */
export function checkMigrations(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith(`${SCHEMA}migrations/`))
    .flatMap(({ path, text }) => {
      const found = TAKES_AWAY.exec(text.replace(/--.*/g, ""))?.[0];
      if (found === undefined || /^-- (?:needs: \d{4}\b|keeps: .)/m.test(text)) return [];
      return [
        `${path} has "${found}", which older versions that still run may not survive. Name the oldest migration that a program has to know to run after it ("-- needs: 0200"), or say why it harms none ("-- keeps: …")`,
      ];
    });
}

const SCHEMA = "db/schema/";

/** Where the checksums of all tables and migrations are written down. */
const LANDED = `${SCHEMA}landed.json`;

/** One sentence for every file of tables and every migration that does not do what is written down for it. */
export function checkLanded(files: SourceFile[]): string[] {
  const list = files.find(({ path }) => path === LANDED)?.text ?? "{}";
  const landed = new Map<string, string>(Object.entries(JSON.parse(list)));
  const found = files.filter(({ path }) => /^db\/schema\/(?:tables|migrations)\//.test(path));
  const gone = [...landed.keys()].filter((name) => !found.some(({ path }) => nameOf(path) === name));
  return [
    ...gone.map((name) => `${name} is in ${LANDED}, and is gone; databases have it`),
    ...found.flatMap(({ path, text }) => {
      const checksum = migrationChecksumOf(text);
      const known = landed.get(nameOf(path));
      if (known === checksum) return [];
      const line = `"${nameOf(path)}": "${checksum}"`;
      return known === undefined
        ? [`${path} is new: when it is as it will land, add to ${LANDED}: ${line}`]
        : [
            `${path} is not what ${LANDED} has, comments aside. Once it has landed, databases have it: put it back, and add another migration. Before that, write there: ${line}`,
          ];
    }),
  ];
}

function nameOf(path: string): string {
  return path.slice(SCHEMA.length);
}
