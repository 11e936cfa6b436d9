/** An interactive flow of the CLI as data: what is typed after which text, and how it ends. */
import type { Site } from "./site.ts";
import { openScreen, type Screen, type ScreenOptions } from "./terminal.ts";

/** A command line, and where it runs. */
export type Prepared = { words: string[]; env: Record<string, string>; home?: string };

export type Stage = {
  shows: string | RegExp;
  /** Keys, or what happens meanwhile. */
  next: string | ((site: Site, screen: Screen, prepared: Prepared) => Promise<void> | void);
};

export type Flow = {
  name: string;
  /** Makes what the flow needs, before each run. */
  prepare(site: Site): Promise<Prepared>;
  /** On a terminal that can redraw. */
  stages: readonly Stage[];
  /** On one that can't, where that is otherwise. */
  dumb?: { stages: readonly Stage[]; code?: number; leaves?: RegExp };
  code: number;
  /** Another exit code that it may end with. */
  orCode?: number;
  /** The last text on the screen. */
  leaves: RegExp;
  /** The number of stages before the first request to the daemon. */
  asksFirst: number;
  piped: Piped;
  /** The same flow with a key, login, or token that is no longer good. */
  expired(site: Site, prepared: Prepared): Promise<Expired>;
};

export type Expired = {
  prepared: Prepared;
  /** Other than the flow's. */
  stages?: readonly Stage[];
  /** For prompts, without a terminal. */
  stdin?: string;
  says: string;
  /** Other than 3, which is what is refused. */
  code?: number;
};

/** Without a terminal. */
export type Piped = {
  more?: string[];
  stdin?(site: Site, prepared: Prepared): string;
  env?: Record<string, string>;
  /** Steps that each follow once their text is on standard output or error. */
  steps?: readonly {
    until: RegExp;
    next: "interrupt" | ((site: Site, said: string) => Promise<void> | void);
  }[];
  code: number;
  stdout: RegExp;
  /** With standard input closed, where that makes a difference. */
  closed?: { code: number; says: RegExp };
};

export const CTRL_C = "\u0003";

/** Starts a flow in a terminal and goes through so many of its stages. */
export async function drive(
  site: Site,
  { prepared, stages }: { prepared: Prepared; stages: readonly Stage[] },
  options: Omit<ScreenOptions, "home"> = {},
): Promise<Screen> {
  const { words, env, home } = prepared;
  const screen = openScreen(words, {
    ...options,
    ...(home === undefined ? {} : { home }),
    env: { ...env, ...options.env },
  });
  for (const { shows, next } of stages) {
    await screen.shows(shows);
    if (typeof next === "string") screen.type(next);
    else await next(site, screen, prepared);
  }
  return screen;
}

/** The code that a flow ended with, once it is known to be one of its own. */
export function codeOf(
  { code, orCode = code }: Pick<Flow, "code" | "orCode">,
  ended: { code: number },
): number {
  return ended.code === orCode ? orCode : code;
}
