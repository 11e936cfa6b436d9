/**
 * Runs commands again and again, each in turn, so that whatever else the machine does meets all of them. A process
 * of its own, and a small one: what a child is said to have occupied is never less than what its parent did.
 */

export type StartupOptions = {
  runs: number;
  environment: Record<string, string>;
  /** `{id}` in an argument is another one each time. */
  commands: Record<string, string[]>;
};

/** Times in milliseconds, from the start of a process to its end, and the most memory it occupied, in MiB. */
export type StartupRuns = Record<string, { times: number[]; memory: number }>;

const options: StartupOptions = JSON.parse(process.argv[2] ?? "");
const found: StartupRuns = {};
for (const [name, command] of Object.entries(options.commands)) {
  await measure(command);
  found[name] = { times: [], memory: 0 };
}
for (let round = 0; round < options.runs; round++) {
  for (const [name, row] of Object.entries(found)) {
    const { time, memory } = await measure(options.commands[name] ?? []);
    row.times.push(time);
    row.memory = Math.max(row.memory, memory);
  }
}
process.stdout.write(JSON.stringify(found));

async function measure(command: string[]): Promise<{ time: number; memory: number }> {
  const filled = command.map((word) => word.replace("{id}", crypto.randomUUID()));
  const startedAt = performance.now();
  const child = Bun.spawn(filled, {
    env: options.environment,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const [errors, code] = await Promise.all([child.stderr.text(), child.exited]);
  const time = performance.now() - startedAt;
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${errors}`);
  return { time, memory: (child.resourceUsage()?.maxRSS ?? 0) / 2 ** 20 };
}
