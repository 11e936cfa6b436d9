const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  struck: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;
type Colour = keyof typeof CODES;

/** The codes of all these colours, as a regular expression. */
export const OWN_COLOURS = `\\u001b\\[(?:${[...new Set(Object.values(CODES).flat())].join("|")})m`;

const STATUS_COLOURS: Readonly<Record<string, Colour>> = {
  queued: "dim",
  scheduled: "dim",
  cancelled: "dim",
  disconnected: "dim",
  off: "dim",
  pending: "dim",
  paused: "yellow",
  sending: "cyan",
  sent: "cyan",
  connecting: "cyan",
  pairing: "cyan",
  delivered: "green",
  read: "green",
  played: "green",
  connected: "green",
  ok: "green",
  enabled: "green",
  succeeded: "green",
  done: "green",
  idle: "dim",
  waiting: "dim",
  working: "cyan",
  probing: "cyan",
  resting: "yellow",
  degraded: "yellow",
  warning: "yellow",
  problem: "red",
  skipped: "dim",
  failed: "red",
  failing: "red",
  exhausted: "red",
  disabled: "red",
  logged_out: "red",
  replaced: "red",
  restricted: "red",
};

/** Writes text in colours, or leaves it as it is: decided once, when it is made. */
export type Style = Record<Colour, (text: string) => string> & { status(status: string): string };

export function createStyle(enabled: boolean): Style {
  const paint = (colour: Colour) => (text: string) =>
    enabled ? `\u001b[${CODES[colour][0]}m${text}\u001b[${CODES[colour][1]}m` : text;
  const colours = {
    bold: paint("bold"),
    dim: paint("dim"),
    italic: paint("italic"),
    struck: paint("struck"),
    red: paint("red"),
    green: paint("green"),
    yellow: paint("yellow"),
    cyan: paint("cyan"),
  };
  const status = (name: string) => {
    const colour = STATUS_COLOURS[name];
    return colour === undefined ? name : colours[colour](name);
  };
  return { ...colours, status };
}
