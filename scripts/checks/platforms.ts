/** Where the code asks for a platform by its name; what differs between platforms belongs to their providers. */
import { isCode, type SourceFile } from "../lib/source.ts";

/** Files that may compare once, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  "cli/commands/doctor/outside.ts": "the CLI advises on a number by what the API calls its platform",
  "daemon/messages/record.ts": "the specification shows recipients on unofficial channels as JIDs",
};

/** One sentence for every comparison that is not allowed, and for every allowance that nothing needs. */
export function checkPlatforms(files: readonly SourceFile[], allowed = ALLOWED): string[] {
  const found = platformComparisons(files);
  const paths = new Set(found.map(({ path }) => path));
  const needless = Object.keys(allowed).filter((path) => !paths.has(path));
  return [
    ...found
      .filter(({ path }, index) => !(path in allowed) || found[index - 1]?.path === path)
      .map(({ path, line }) => `${path}:${line} compares with a platform's name`),
    ...needless.map((path) => `${path} may compare with a platform's name, and doesn't`),
  ];
}

/** Every comparison with a platform's name outside the providers, by file and line. */
export function platformComparisons(files: readonly SourceFile[]): { path: string; line: number }[] {
  return files
    .filter((file) => isCode(file) && /^(?:cli|daemon(?!\/providers)|db)\//.test(file.path))
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, index) => [...line.matchAll(COMPARISON)].map(() => ({ path, line: index + 1 }))),
    );
}

const COMPARISON = /(?:[!=]== |case )"whatsapp_(?:un)?official"|"whatsapp_(?:un)?official" [!=]==/g;
