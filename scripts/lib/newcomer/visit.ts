/** A reader of one page: a data folder with everything up on it, and what the page's placeholders stand for. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createReceiver } from "../receiver.ts";
import type { Place } from "./place.ts";
import { openShell, type Shell, type Started } from "./shell.ts";

export type Visit = {
  shell: Shell;
  folder: string;
  sandboxUrl: string;
  dataFolder: string;
  /** What a placeholder stands for, found when it is first asked for. */
  value(name: string): Promise<string>;
  /** Whether it is a placeholder at all. */
  knows(name: string): boolean;
  set(name: string, value: string): void;
  /** Calls the API as the terminal client would. */
  api<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  close(): Promise<void>;
};

/** Finds what a placeholder stands for. */
export type Finder = (visit: Visit) => Promise<string> | string;

/** Those that stand for something else each time. */
const ANEW = ["own", "run"];

/** Starts everything on `place` and resolves when its first message was shown. */
export async function startVisit(
  place: Place,
  finders: Record<string, Finder>,
  print: (text: string) => void,
): Promise<Visit> {
  mkdirSync(place.folder, { recursive: true });
  const shell = openShell(place.folder, place.environment, print, place.command);
  const up = shell.start("./waypost/scripts/up");
  const [, profile] = await up.until(/scripts\/waypost(?: --profile (\S+))? send[\s\S]*Ctrl-C stops it/);
  // another page's daemon is in use: it said how to change over
  if (profile !== undefined) await shell.run(`waypost profiles use ${profile}`);
  return createVisit(place, shell, finders, up);
}

function createVisit(place: Place, shell: Shell, finders: Record<string, Finder>, up: Started): Visit {
  const known = new Map<string, string>();
  const receiver = createReceiver();
  const visit: Visit = {
    shell,
    folder: place.folder,
    sandboxUrl: place.environment.WAYPOST_SANDBOX_URL ?? "",
    dataFolder: join(place.environment.XDG_DATA_HOME ?? "", "waypost"),
    knows: (name) => known.has(name) || name in finders,
    set: (name, value) => void known.set(name, value),
    async value(name) {
      const found = known.get(name) ?? (await finders[name]?.(visit));
      if (found === undefined || found === "")
        throw new Error(`there is nothing to put in place of {${name}}`);
      if (!ANEW.includes(name)) known.set(name, found);
      return found;
    },
    async api<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
      const { url, api_key } = readProfile(place);
      const response = await fetch(url + path, {
        method,
        headers: { "x-api-key": api_key, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (response.status === 204 ? null : await response.json()) as Answer;
    },
    async close() {
      receiver.stop();
      await shell.close();
      if ((await up.ended) !== 0) throw new Error("./scripts/up did not end well");
    },
  };
  known.set("receiver", receiver.url);
  known.set("key", readProfile(place).api_key);
  known.set("url", readProfile(place).url);
  return visit;
}

/** The profile in use. */
function readProfile({ config }: Pick<Place, "config">): { url: string; api_key: string } {
  const path = join(config, "waypost", "config.json");
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  const { current, profiles } = JSON.parse(readFileSync(path, "utf8"));
  return profiles[current];
}
