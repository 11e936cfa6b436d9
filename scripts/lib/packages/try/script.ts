import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, runAlone, type Trial, tryPrograms } from "./trial.ts";

/** Runs the install script against a server on loopback, and `waypost uninstall` afterwards. */
export async function tryScript(trial: Trial): Promise<void> {
  const { packages, folder, say } = trial;
  if (!existsSync(join(packages, "install.sh")))
    return say("script: skipped, there is no install.sh (--releases)");
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => new Response(Bun.file(join(packages, new URL(url).pathname))),
  });
  const home = join(folder, "home-script");
  const text = readFileSync(join(packages, "install.sh"), "utf8");
  const script = text.replace(/^releases=.*$/m, `releases="http://127.0.0.1:${server.port}"`);
  try {
    say((await runAlone(["/bin/sh", "-c", script], home)).trim());
  } finally {
    await server.stop(true);
  }
  const bin = join(home, ".local", "bin");
  await tryPrograms(bin, "script", trial);
  say(await runAlone([join(bin, "waypost"), "uninstall", "--purge", "--yes"], home));
  expect(
    readdirSync(home, { recursive: true }).filter((name) => /waypost/.test(String(name))),
    [],
  );
  say("script: removed, with its data");
}
