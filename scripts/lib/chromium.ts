/** The browser of the one test that looks at the documentation page. */
import { run } from "./run.ts";

/** The test that needs it; it passes itself over when there is none. */
export const BROWSER_TEST = "tests/e2e/docs-page.test.ts";

/**
 * Makes sure that there is a Chromium, through the system's package manager when that is allowed. Returns null,
 * or a sentence that says why there is none.
 */
export async function ensureChromium(): Promise<string | null> {
  if (process.env.CHROMIUM_PATH || Bun.which("chromium")) return null;
  if (process.getuid?.() !== 0) return "There is no chromium and only root can install it.";
  const installer = INSTALLERS.find(([program]) => Bun.which(program));
  if (!installer) return "There is no chromium and no package manager known here to install it with.";
  process.stdout.write("Installing chromium ...\n");
  for (const command of installer[1]) await run(command);
  return Bun.which("chromium") ? null : "There is no chromium and it could not be installed.";
}

/** A package manager and its commands; apt waits for another that is at work. */
const INSTALLERS: [program: string, commands: string[][]][] = [
  [
    "apt-get",
    [
      ["apt-get", "-qq", "update"],
      [
        "apt-get",
        "-qq",
        "-y",
        "-o",
        "DPkg::Lock::Timeout=600",
        "install",
        "--no-install-recommends",
        "chromium",
      ],
    ],
  ],
  ["apk", [["apk", "add", "--quiet", "chromium"]]],
  ["dnf", [["dnf", "-y", "-q", "install", "chromium"]]],
];
