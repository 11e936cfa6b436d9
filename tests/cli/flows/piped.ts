/** The CLI without a terminal, step by step. */
import { cliCommand, cliEnvironment, newHome } from "../run-cli.ts";
import type { Piped, Prepared } from "./flow.ts";
import type { Site } from "./site.ts";

export type PipedRun = { code: number; stdout: string; stderr: string };

/** Runs a flow in pipes; `closed` has no standard input at all. */
export async function runPiped(
  site: Site,
  prepared: Prepared,
  { more = [], stdin, env = {}, steps = [] }: Omit<Piped, "code" | "stdout">,
  { closed = false } = {},
): Promise<PipedRun> {
  const words = cliCommand([...prepared.words, ...more]);
  const child = Bun.spawn(closed ? ["sh", "-c", 'exec "$@" <&-', "sh", ...words] : words, {
    env: cliEnvironment(prepared.home ?? newHome(), { ...prepared.env, ...env }),
    stdin: stdin === undefined || closed ? "ignore" : new Blob([stdin(site, prepared)]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = { stdout: "", stderr: "" };
  let notify = () => {};
  const read = async (name: keyof typeof said) => {
    const decoder = new TextDecoder();
    for await (const piece of child[name]) {
      said[name] += decoder.decode(piece, { stream: true });
      notify();
    }
  };
  const reading = Promise.all([read("stdout"), read("stderr")]);
  const hasSaid = async (text: RegExp) => {
    while (!text.test(said.stdout) && !text.test(said.stderr)) {
      const changed = new Promise<void>((resolve) => {
        notify = resolve;
      });
      await Promise.race([changed, child.exited]);
      if (child.exitCode === null) continue;
      await reading;
      if (text.test(said.stdout) || text.test(said.stderr)) return;
      throw new Error(`ended with ${child.exitCode} without ${text}: ${said.stdout}${said.stderr}`);
    }
  };
  for (const { until, next } of steps) {
    await hasSaid(until);
    if (next === "interrupt") child.kill("SIGINT");
    else await next(site, said.stdout + said.stderr);
  }
  const code = await child.exited;
  await reading;
  return { code, ...said };
}
