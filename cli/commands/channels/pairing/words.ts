import type { Room } from "./draw-qr.ts";
import { scanCommand } from "./scan-command.ts";
import type { PairingState } from "./watch.ts";

/** Columns of the words beside or below the code. */
export const WORDS = 40;
export const WORD_LINES = 7;

/** What the words beside a code depend on. */
export type Said = {
  id: string;
  sandbox: boolean;
  /** Whether the code may be drawn with sextants. */
  sextants: boolean;
  /** A page that shows the code, too; null while none is needed. */
  link: string | null;
};
type Code = NonNullable<PairingState["qr"]>;

/** How to use the code that is drawn beside the words. */
export function scanWords({ id, sandbox }: Said, code: Code): string[] {
  if (sandbox) {
    const [phone, ...options] = scanCommand(id);
    return ["Sandbox: scan with", phone, ...options.map((option) => `  ${option}`), whichOf(code)];
  }
  return [
    "Scan this with WhatsApp on the phone",
    "Settings, Linked devices, Link a device",
    whichOf(code),
    "Can't scan it? Ctrl-C, then:",
    "waypost channels pair",
    `  ${id}`,
    "  --code --phone <number>",
  ];
}

/** What to do where no code fits that could be scanned; `needed` is the room that the smallest drawing takes. */
export function wordsInstead({ id, sandbox, sextants, link }: Said, code: Code, needed: Room): string[] {
  const size = `${Math.max(WORDS, needed.columns)} x ${needed.rows + WORD_LINES + 1}`;
  const larger = `Make the window larger (${size}) or its font smaller to see the code${sextants ? "." : ", or add `--sextants`."}`;
  if (sandbox)
    return [
      "Sandbox: no need to see the code. Scan it with",
      scanCommand(id).join(" "),
      whichOf(code),
      larger,
    ];
  return [
    larger,
    ...(link === null ? [] : ["Or open this link in a browser, and scan the code there:", link]),
    "Or type a code on the phone instead: press Ctrl-C, then run",
    `waypost channels pair ${id} --code --phone <number>`,
    whichOf(code),
  ];
}

function whichOf({ attempt, expiresAt }: Code): string {
  return `Code ${attempt}${secondsLeft(expiresAt)}`;
}

function secondsLeft(expiresAt: string | null): string {
  if (expiresAt === null) return "";
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1_000));
  return `, a new one in ${seconds} s`;
}
