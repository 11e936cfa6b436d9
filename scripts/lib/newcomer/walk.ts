/** Walks a page: each of its command lines is typed, or said why it is not. */
import type { Line } from "./document.ts";
import type { Visit } from "./visit.ts";
import type { Way, Ways } from "./way.ts";

export type Step = {
  line: string;
  heading: string;
  ms: number;
  outcome: "done" | "left" | "wrong";
  says: string;
};

/** Packing for a release takes longest, on a machine that is busy. */
const LONGEST_STEP_MS = 1_200_000;

/** Takes every step of a page, whatever became of the one before. */
export async function walkPage(page: string, lines: Line[], visit: Visit, ways: Ways): Promise<Step[]> {
  const steps: Step[] = [];
  const exported: Record<string, string[]> = {};
  for (const { heading, text } of lines) {
    visit.shell.step(`${page}, ${heading}: ${text.split("\n")[0]}`);
    const [, , way = {}] = ways.find(([fits, line]) => fits.test(page) && line.test(text)) ?? [];
    exported[heading] ??= [];
    const prelude = exported[heading];
    const startedAt = performance.now();
    const { outcome, says } = await takeStep(text, way, prelude, visit);
    steps.push({ line: text, heading, ms: Math.round(performance.now() - startedAt), outcome, says });
    if (/^(export|cd) /.test(text) && outcome === "done")
      prelude.push(...(await filled(typed(text, way), visit)));
  }
  return steps;
}

async function takeStep(
  line: string,
  way: Way,
  prelude: string[],
  visit: Visit,
): Promise<Pick<Step, "outcome" | "says">> {
  if (way.left !== undefined) return { outcome: "left", says: way.left };
  try {
    await way.before?.(visit);
    const command = [...prelude, ...(await filled(typed(line, way), visit))];
    await (way.ready === undefined ? runOne(command, way, visit) : runBeside(command, way, visit));
    return { outcome: "done", says: "" };
  } catch (error) {
    return { outcome: "wrong", says: error instanceof Error ? error.message : String(error) };
  }
}

/** What is typed for a line; `{help}` asks for the help of its command. */
function typed(line: string, { as = "{line}" }: Way): string {
  const help = line.replace(/^((?:\S+ +){1}\S+).*$/s, "$1 --help");
  return as.replace("{help}", help).replace("{line}", line);
}

async function runOne(command: string[], way: Way, visit: Visit): Promise<void> {
  const started = visit.shell.start(command.join("\n"));
  const code = await Promise.race([started.ended, Bun.sleep(LONGEST_STEP_MS).then(() => null)]);
  if (code === null) {
    await started.interrupt();
    throw new Error(`it did not end within ${LONGEST_STEP_MS / 1000} s`);
  }
  if (!(way.codes ?? [0]).includes(code)) throw new Error(`it ended with ${code}`);
  if (way.says !== undefined) await started.until(way.says);
}

async function runBeside(command: string[], way: Way, visit: Visit): Promise<void> {
  const last = command.pop();
  const started = visit.shell.start([...command, `exec ${last}`].join("\n"), way.types !== undefined);
  try {
    const match = await started.until(way.ready ?? /^/);
    for (const [name, value] of Object.entries(match.groups ?? {})) visit.set(name, value);
    if (way.types !== undefined) started.type(way.types);
    for (const other of way.meanwhile ?? []) await visit.shell.run((await filled(other, visit)).join("\n"));
    if (way.says !== undefined) await started.until(way.says);
    if (!way.ends && way.types === undefined) return;
    const code = await started.ended;
    if (!(way.codes ?? [0]).includes(code)) throw new Error(`it ended with ${code}`);
  } finally {
    await started.interrupt();
  }
}

/** The command with what `{names}` stand for, after the variables that a page leaves to its reader; with this machine's ports. */
async function filled(text: string, visit: Visit): Promise<string[]> {
  let result = text;
  for (const [placeholder, name = ""] of text.matchAll(/\{(\w+)\}/g))
    if (visit.knows(name)) result = result.replace(placeholder, await visit.value(name));
  const variables = Object.keys(VARIABLES).filter((name) => new RegExp(`\\$\\{?${name}\\b`).test(result));
  const lines = await Promise.all(
    variables.map(
      async (name) => `export ${name}='${(await filled(VARIABLES[name] ?? "", visit)).join("")}'`,
    ),
  );
  const local = result
    .replace(/http:\/\/localhost:3000(\/hook)?/, await visit.value("receiver"))
    .replace("http://127.0.0.1:8484", await visit.value("url"));
  return [...lines, local];
}

/** What a page's reader is to put in. */
const VARIABLES: Record<string, string> = {
  CHANNEL: "{channel}",
  PHONE: "14155550123",
  PHONES: "14155550124 14155550125",
  VERSION: "v1.4.0",
  RUN: "acme/shop/{run}",
  WAYPOST_URL: "{url}",
  WAYPOST_API_KEY: "{key}",
  PHONE_NUMBER_ID: "{phone_number_id}",
  WABA_ID: "500400300200100",
};
