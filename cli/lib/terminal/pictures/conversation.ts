import { finishOnInterrupt, restoreOnInterrupt } from "../interrupt.ts";
import { LAST_ANSWER } from "./answers.ts";
import { CSI } from "./codes.ts";

/** Questions to the terminal. Its answers come as if they were typed: until it is closed, what is typed is not seen. */
export type Conversation = {
  /**
   * Asks, and waits until everything is answered, `isEnough` of what was said, or the time is over. Returns what was
   * said; an answer that comes later is taken away and read by nobody.
   */
  ask(
    questions: string,
    waiting: { withinMs: number; isEnough?: (said: string) => boolean },
  ): Promise<string>;
  /** Gives the keyboard back, once answers that are still on their way had a moment to come. */
  close(): Promise<void>;
};

/** Asked last: every terminal answers it (ECMA-48 and DEC: primary device attributes). */
const LAST_QUESTION = `${CSI}c`;
/** So long after a question, an answer may still be on its way: a shell would take it for typed. */
const LATE_MS = 2_000;
/** Of what was said, the end is kept: a keyboard never stops. */
const MOST_SAID = 16_384;

/** Keys that end or stop a program, which nobody else sees meanwhile. */
const KEYS: ReadonlyArray<[key: string, signal: NodeJS.Signals]> = [
  ["\u0003", "SIGINT"],
  ["\u001c", "SIGQUIT"],
];
const STOP_KEY = "\u001a";

/** Begins to ask on standard error, and to hear on standard input: both have to be the terminal. */
export function openConversation(): Conversation {
  const { stdin, stderr } = process;
  let said = "";
  let owed = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let heard = Promise.withResolvers<void>();
  const hear = (data: Buffer) => {
    const text = data.toString("latin1");
    obey(text);
    const before = countOf(said);
    said = (said + text).slice(-MOST_SAID);
    owed -= Math.max(0, countOf(said) - before);
    heard.resolve();
    heard = Promise.withResolvers();
  };
  const until = async (isOver: () => boolean, withinMs: number) => {
    const timeUp = Bun.sleep(withinMs).then(() => true);
    while (!isOver()) if (await Promise.race([heard.promise, timeUp])) return;
  };
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    finished();
    await until(() => owed <= 0, Math.max(0, askedAt + LATE_MS - performance.now()));
    restored();
    stdin.off("data", hear);
    stdin.setRawMode(false);
    stdin.pause();
  };
  const finished = finishOnInterrupt(close);
  // a second interrupt does not wait
  const restored = restoreOnInterrupt(() => isOpen || stdin.setRawMode(false));
  stdin.setRawMode(true);
  stdin.on("data", hear);
  return {
    async ask(questions, { withinMs, isEnough = () => true }) {
      // nobody would wait for the answers
      if (!isOpen) return "";
      said = "";
      owed += 1;
      askedAt = performance.now();
      stderr.write(questions + LAST_QUESTION);
      await until(() => owed <= 0 && isEnough(said), withinMs);
      return said;
    },
    close,
  };
}

function countOf(said: string): number {
  return said.match(LAST_ANSWER)?.length ?? 0;
}

/** Does what the terminal does by itself while lines are typed. */
function obey(typed: string): void {
  for (const [key, signal] of KEYS) if (typed.includes(key)) process.kill(process.pid, signal);
  if (!typed.includes(STOP_KEY)) return;
  process.stdin.setRawMode(false);
  process.once("SIGCONT", () => process.stdin.setRawMode(true));
  process.kill(process.pid, "SIGTSTP");
}
