/** The scripts that the documentation shows, to be run as a reader would run them. */
import { readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { cliCommand, cliEnvironment, newHome, type Run } from "../cli/run-cli.ts";
import type { TestDaemon } from "../support/daemon.ts";

export type Block = { heading: string; language: string; text: string };

const DOCS = join(import.meta.dir, "../../docs");

/** The fenced blocks of a page, each with the heading it stands below. */
export function readBlocks(page: string): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  for (const [, title, language = "", text = ""] of readFileSync(join(DOCS, page), "utf8").matchAll(PARTS)) {
    if (title === undefined) blocks.push({ heading, language, text });
    else heading = title;
  }
  return blocks;
}

const PARTS = /^#+ (.+)$|^```(\w*)\n([\s\S]*?)^```$/gm;

/** An executable file that is the client, as one that was downloaded would be. */
export async function makeClient(): Promise<{ folder: string; file: string }> {
  const folder = newHome();
  const file = join(folder, "waypost");
  const words = cliCommand([]).map((word) => `'${word}'`);
  await Bun.write(file, `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`);
  await chmod(file, 0o755);
  return { folder, file };
}

export type ScriptOptions = {
  env: Record<string, string>;
  /** The folder of the client. */
  client: string;
  /** Where it is run; it is also the home of who runs it. */
  folder: string;
};

/** Runs a script with bash, which gives up at the first command that fails, as CI systems have it. */
export async function runScript(script: string, { env, client, folder }: ScriptOptions): Promise<Run> {
  const child = Bun.spawn(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd: folder,
    env: { ...cliEnvironment(folder, env), PATH: `${client}:${process.env.PATH}` },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}

/** How many messages the sandbox took for a number. */
export async function countSent({ sandbox }: TestDaemon, number: string): Promise<number> {
  const answer = await fetch(`${sandbox.url}/sandbox/messages?to=${number}`);
  return ((await answer.json()) as { data: unknown[] }).data.length;
}
