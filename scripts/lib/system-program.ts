/** Programs of the system that some tests use: the browser that looks at pages, and the converter of files. */
import { run } from "./run.ts";

export type SystemProgram = { name: "chromium" | "ffmpeg"; for: string };

/** Each with the test that needs it; without it, that test passes itself over. */
const TEST_PROGRAMS: readonly SystemProgram[] = [
  { name: "chromium", for: "tests/e2e/docs-page.test.ts" },
  { name: "ffmpeg", for: "tests/media/convert.test.ts" },
];

/** Makes sure that there are all that tests use; returns what is skipped without those that are missing, and why. */
export async function ensureTestPrograms(): Promise<string[]> {
  const sentences: string[] = [];
  for (const program of TEST_PROGRAMS) {
    const missing = await ensureProgram(program);
    if (missing) sentences.push(`${missing} ${program.for} is skipped.`);
  }
  return sentences;
}

/** Chromium without a window of its own: it does the same with half the work. */
const HEADLESS_SHELL = "chromium-headless-shell";

/** The path of the Chromium that tests use: CHROMIUM_PATH, or one of the system's. */
export function findChromium(): string | null {
  return process.env.CHROMIUM_PATH || Bun.which(HEADLESS_SHELL) || Bun.which("chromium");
}

/**
 * Makes sure that there is such a program, the lightest of its kind, through the system's package manager when that is
 * allowed. Returns null, or a sentence that says why there is none.
 */
async function ensureProgram({ name }: SystemProgram): Promise<string | null> {
  const installer = INSTALLERS.find(({ manager }) => Bun.which(manager));
  const brought = installer?.brings?.[name] ?? name;
  if (Bun.which(brought) || (name === "chromium" && process.env.CHROMIUM_PATH)) return null;
  if (installer && process.getuid?.() === 0) {
    process.stdout.write(`Installing ${brought} ...\n`);
    for (const command of installer.commands(name)) await run(command);
  }
  if (name === "chromium" ? findChromium() : Bun.which(name)) return null;
  if (process.getuid?.() !== 0) return `There is no ${name} and only root can install it.`;
  return installer
    ? `There is no ${name} and it could not be installed.`
    : `There is no ${name} and no package manager known here to install it with.`;
}

const APT = ["apt-get", "-qq", "-y", "-o", "DPkg::Lock::Timeout=600", "install", "--no-install-recommends"];

type Name = SystemProgram["name"];
type Installer = {
  manager: string;
  /** The programs of its packages that are called otherwise. */
  brings?: Partial<Record<Name, string>>;
  commands(name: Name): string[][];
};

/** Package managers; apt waits for another that is at work. */
const INSTALLERS: Installer[] = [
  {
    manager: "apt-get",
    brings: { chromium: HEADLESS_SHELL },
    commands: (name) => [
      ["apt-get", "-qq", "update"],
      [...APT, name === "chromium" ? HEADLESS_SHELL : name],
    ],
  },
  { manager: "apk", commands: (name) => [["apk", "add", "--quiet", name]] },
  {
    manager: "dnf",
    commands: (name) => [["dnf", "-y", "-q", "install", name === "ffmpeg" ? "ffmpeg-free" : name]],
  },
];
