/** The unit of the daemon, run as systemd runs it: with copies of its credentials, which are made when it starts. */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { readUnit } from "../docs/deploy-files.ts";
import { until } from "../support/until.ts";

export type Unit = {
  /** `systemctl …`. */
  control(words: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

/** `root` is the folder that stands for `/`, and `environment` what a drop-in would add. */
export function createUnit(root: string, environment: Record<string, string>, url: string): Unit {
  let running: ReturnType<typeof Bun.spawn> | null = null;
  const credentials = join(root, "run/credentials");

  async function start(): Promise<void> {
    mkdirSync(credentials, { recursive: true });
    for (const credential of readUnit().get("LoadCredential") ?? []) {
      const [name = "", path = ""] = credential.split(":");
      copyFileSync(join(root, path), join(credentials, name));
    }
    const [program = "", ...words] = readUnit().get("ExecStart")?.[0]?.split(" ") ?? [];
    const env = { ...settingsOf(root, credentials), ...environment };
    const child = Bun.spawn([join(root, program), ...words], { env, stdout: "ignore", stderr: "inherit" });
    running = child;
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`the daemon ended with ${child.exitCode}`);
      return await fetch(`${url}/v1/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
  }

  async function stop(): Promise<void> {
    running?.kill("SIGTERM");
    await running?.exited;
    running = null;
  }

  return {
    async control([verb = ""]) {
      if (verb === "stop" || verb === "restart") await stop();
      if (verb !== "stop" && verb !== "daemon-reload") await start();
    },
    stop,
  };
}

function settingsOf(root: string, credentials: string): Record<string, string> {
  const pairs = (readUnit().get("Environment") ?? []).map((line) => {
    const [, name = "", value = ""] = /^"?(\w+)=([^"]*)/.exec(line) ?? [];
    return [name, value.replace("%d", credentials).replace(/^\/var/, join(root, "var"))];
  });
  return Object.fromEntries(pairs);
}
