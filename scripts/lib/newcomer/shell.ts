/** A newcomer's terminals: command lines that run as they are written, and a transcript of what they printed. */

/** A command that runs. */
export type Started = {
  /** Resolves with the match once it has printed this; rejects when it ends without, or after three minutes. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** Its exit code. */
  ended: Promise<number>;
  /** Types this at its terminal. */
  type(text: string): void;
  /** Ctrl-C; resolves with its exit code. */
  interrupt(): Promise<number>;
};

export type Shell = {
  /** Says what comes now. */
  step(title: string): void;
  /** Starts a command line; `isTyped` when somebody sits before it, at a terminal. */
  start(command: string, isTyped?: boolean): Started;
  /** Runs one to its end and returns what it printed; throws when it fails. */
  run(command: string): Promise<string>;
  /** Runs one until it prints this. */
  repeat(command: string, pattern: RegExp): Promise<RegExpExecArray>;
  /** Ends what still runs, the last first. */
  close(): Promise<void>;
};

/** A first start on a machine that is busy takes its time. */
const LONGEST_WAIT_MS = 180_000;

/** Opens one in `folder`, printing the transcript with `print`; `account` is what commands are run by, as another account. */
export function openShell(
  folder: string,
  environment: Record<string, string | undefined>,
  print: (text: string) => void,
  account: readonly string[] = [],
): Shell {
  const running: Started[] = [];
  const start = (command: string, isTyped = false) => {
    print(withoutSecrets(`$ ${command}\n`));
    return startCommand([...account, "bash", "-c", command], folder, environment, print, isTyped);
  };
  const attempt = async (command: string) => {
    const started = start(command);
    const code = await started.ended;
    if (code !== 0) throw new Error(`it ended with ${code}: ${command}`);
    return started.printed();
  };
  return {
    step: (title) => print(`\n# ${title}\n\n`),
    start(command, isTyped) {
      const started = start(command, isTyped);
      running.push(started);
      return started;
    },
    run: attempt,
    async repeat(command, pattern) {
      const giveUpAt = Date.now() + LONGEST_WAIT_MS;
      while (true) {
        const match = pattern.exec(await attempt(command));
        if (match !== null) return match;
        if (Date.now() > giveUpAt) throw new Error(`${pattern} never came of it: ${command}`);
      }
    },
    async close() {
      for (const started of running.reverse()) await started.interrupt();
    },
  };
}

function startCommand(
  command: string[],
  cwd: string,
  env: Record<string, string | undefined>,
  print: (text: string) => void,
  isTyped: boolean,
) {
  let printed = "";
  let notify = () => {};
  const hear = (text: string) => {
    printed += text;
    print(withoutSecrets(text).replace(/^(?=.)/gm, "  "));
    notify();
  };
  const { ended, child } = (isTyped ? spawnAtTerminal : spawnPiped)(command, { cwd, env }, hear);
  return {
    ended,
    printed: () => printed,
    type: (text: string) => void child.terminal?.write(text),
    interrupt() {
      child.kill("SIGINT");
      return ended;
    },
    async until(pattern: RegExp) {
      const giveUp = Bun.sleep(LONGEST_WAIT_MS).then(() => "nothing more came");
      const end = Promise.race([giveUp, ended.then((code) => `it ended with ${code}`)]);
      let over: string | undefined;
      while (true) {
        const match = pattern.exec(printed);
        if (match !== null) return match;
        if (over !== undefined) throw new Error(`${over} before ${pattern}`);
        const more = new Promise<undefined>((resolve) => {
          notify = () => resolve(undefined);
        });
        over = await Promise.race([more, end]);
      }
    },
  };
}

type Surroundings = { cwd: string; env: Record<string, string | undefined> };

function spawnPiped(command: string[], surroundings: Surroundings, hear: (text: string) => void) {
  const child = Bun.spawn(command, { ...surroundings, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const piece of stream) hear(decoder.decode(piece, { stream: true }));
  };
  const ended = Promise.all([child.exited, read(child.stdout), read(child.stderr)]).then(([code]) => code);
  return { ended, child };
}

function spawnAtTerminal(command: string[], { cwd, env }: Surroundings, hear: (text: string) => void) {
  const decoder = new TextDecoder();
  const child = Bun.spawn(command, {
    cwd,
    env: { ...env, TERM: "xterm-256color" },
    terminal: {
      ...{ cols: 100, rows: 30 },
      data: (_, data) => hear(Bun.stripANSI(decoder.decode(data, { stream: true }))),
    },
  });
  return { ended: child.exited, child };
}

/** A transcript may be kept, by a build service for one. */
function withoutSecrets(text: string): string {
  return text
    .replaceAll(/\b(wpi?|whsec)_[\w+/=]+/g, "$1_…")
    .replaceAll(/(password +)\S+/gi, "$1…")
    .replaceAll(/(MASTER_KEY=|postgres:\/\/\w+:)[\w+/=-]+/g, "$1…");
}
