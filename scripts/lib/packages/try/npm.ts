import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../free-port.ts";
import { mustRun } from "../commands.ts";
import { expect, runAlone, type Trial, tryPrograms } from "./trial.ts";

const REGISTRY = "verdaccio@6.10.4";
/** It asks for this by a tag that not every registry knows. */
const OVERRIDES = { "node-fetch": "2.7.0" };

/** Publishes the npm packages to a registry on loopback, and installs, runs and removes what people would. */
export async function tryNpm(trial: Trial): Promise<void> {
  const { packages, folder, version, say } = trial;
  const { address, stop } = await startRegistry(folder);
  try {
    const token = `--//${new URL(address).host}/:_authToken=anybody`;
    for (const name of readdirSync(join(packages, "npm")))
      await npm(["publish", "--registry", address, token, join(packages, "npm", name)]);
    const prefix = join(folder, "prefix");
    const ofRegistry = ["--registry", address, "--prefix", prefix];
    await npm(["install", "--global", ...ofRegistry, "waypost"]);
    const modules = join(prefix, "lib", "node_modules");
    say(`npm: installed ${readdirSync(join(modules, "waypost/node_modules/@waypost"))}`);
    await tryPrograms(join(prefix, "bin"), "npm", trial);
    const found = await npm(["exec", "--yes", "--registry", address, "waypost", "--", "--version"]);
    expect(found.trim(), version);
    await npm(["uninstall", "--global", ...ofRegistry, "waypost"]);
    expect(existsSync(join(prefix, "bin", "waypost")), false);
    say("npm: npx runs it, and it is removed");
  } finally {
    await stop();
  }

  function npm(words: string[]): Promise<string> {
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error", `--cache=${join(folder, "npm-cache")}`];
    return runAlone(["npm", ...words.slice(0, 1), ...quiet, ...words.slice(1)], join(folder, "home-npm"));
  }
}

/** Starts Verdaccio, which asks npm's registry for what is not Waypost's. */
async function startRegistry(folder: string): Promise<{ address: string; stop(): Promise<void> }> {
  const home = join(folder, "registry");
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), JSON.stringify({ private: true, overrides: OVERRIDES }));
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", REGISTRY], home);
  const upstream = (await mustRun(["npm", "config", "get", "registry"], home)).trim();
  writeFileSync(join(home, "config.yaml"), configuration(join(home, "storage"), upstream));
  const port = freePort();
  const program = join(home, "node_modules", "verdaccio", "bin", "verdaccio");
  // by Bun, since it wants a newer Node than many have
  const command = [process.execPath, "--no-env-file", program, "--config", "config.yaml"];
  const child = Bun.spawn([...command, "--listen", `127.0.0.1:${port}`], {
    cwd: home,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  const address = `http://127.0.0.1:${port}/`;
  while (
    !(await fetch(`${address}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error("The registry did not start.");
    await Bun.sleep(100);
  }
  return {
    address,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

function configuration(storage: string, upstream: string): string {
  const ours = { access: "$all", publish: "$all" };
  // JSON is YAML
  return JSON.stringify({
    storage,
    max_body_size: "500mb",
    auth: { htpasswd: { file: join(storage, "htpasswd") } },
    uplinks: { upstream: { url: upstream, timeout: "60s" } },
    packages: { "@waypost/*": ours, waypost: ours, "**": { access: "$all", proxy: "upstream" } },
    log: { type: "stdout", level: "error" },
  });
}
