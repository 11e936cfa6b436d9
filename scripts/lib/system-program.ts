/** Programs of the system that some tests use: the browser that looks at pages, and the converter of files. */
import { run } from "./run.ts";

export type SystemProgram = { name: "chromium" | "ffmpeg"; for: string };

/** Each with the test that needs it; without it, that test passes itself over. */
export const TEST_PROGRAMS: readonly SystemProgram[] = [
  { name: "chromium", for: "tests/e2e/docs-page.test.ts" },
  { name: "ffmpeg", for: "tests/media/convert.test.ts" },
];

/**
 * Makes sure that there is such a program, through the system's package manager when that is allowed. Returns null,
 * or a sentence that says why there is none.
 */
export async function ensureProgram({ name }: SystemProgram): Promise<string | null> {
  if (isThere(name)) return null;
  if (process.getuid?.() !== 0) return `There is no ${name} and only root can install it.`;
  const installer = INSTALLERS.find(([program]) => Bun.which(program));
  if (!installer) return `There is no ${name} and no package manager known here to install it with.`;
  process.stdout.write(`Installing ${name} ...\n`);
  for (const command of installer[1](name)) await run(command);
  return isThere(name) ? null : `There is no ${name} and it could not be installed.`;
}

function isThere(name: SystemProgram["name"]): boolean {
  return Bun.which(name) !== null || (name === "chromium" && Boolean(process.env.CHROMIUM_PATH));
}

const APT = ["apt-get", "-qq", "-y", "-o", "DPkg::Lock::Timeout=600", "install", "--no-install-recommends"];

/** A package manager and its commands; apt waits for another that is at work. */
const INSTALLERS: [program: string, commands: (name: SystemProgram["name"]) => string[][]][] = [
  [
    "apt-get",
    (name) => [
      ["apt-get", "-qq", "update"],
      [...APT, name],
    ],
  ],
  ["apk", (name) => [["apk", "add", "--quiet", name]]],
  ["dnf", (name) => [["dnf", "-y", "-q", "install", name === "ffmpeg" ? "ffmpeg-free" : name]]],
];
