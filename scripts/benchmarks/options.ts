/** The command line of `./scripts/bench`. */
import { join } from "node:path";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { ROOT } from "../lib/run.ts";
import { type ScaleSizes, scaleSizes } from "./scale/sizes.ts";

export type BenchOptions = {
  out: string;
  quick?: boolean;
  force?: boolean;
  minutes?: number;
  kills: number;
  people: number;
  programs?: string;
  scale: ScaleSizes;
};

type Given = Omit<BenchOptions, "scale"> & {
  daemons: string;
  stored: string;
  fillMinutes: string;
  fillGigabytes: string;
};

/** What is to be measured, by its name among these, each with what it is about. Ends the program where it makes no sense. */
export function readOptions(about: Record<string, string>): { name: string; options: BenchOptions } {
  const names = Object.keys(about);
  const command = new Command("./scripts/bench")
    .description(
      "Measures on this machine. Prints a table, writes JSON, and says which targets are missed; the exit code is 0 all the same.",
    )
    .addArgument(new Argument("[measurement]", "what is measured").choices(names).default("all"))
    .addOption(
      new Option("--out <file>", "the JSON").default(join(ROOT, "dist", "bench.json"), "dist/bench.json"),
    )
    .option("--quick", "only look whether all of it runs")
    .option("--force", "measure on a machine whose load is above 2, too")
    .option("--programs <folder>", "the executables in there in place of the source")
    .option("--minutes <count>", "how long soak goes on (36), or webhooks at 200 a second (5)", minutes)
    .option("--kills <count>", "of the daemons of a broadcast", whole(0), 0)
    .option("--people <count>", "of a broadcast", whole(100), 100_000)
    .option("--daemons <counts>", "for scale", "1,2,4")
    .option("--stored <counts>", "messages, for scale", "0,1m,10m")
    .option("--fill-minutes <count>", "the most that storing them may take", "15")
    .option("--fill-gigabytes <count>", "the most of the disk that they may take", "45")
    .addHelpText("after", `\nMeasurements:\n${table(about)}`)
    .allowExcessArguments(false)
    .parse();
  const given = command.opts<Given>();
  return { name: command.processedArgs[0], options: { ...given, scale: sizes(command, given) } };
}

function sizes(command: Command, { fillMinutes, fillGigabytes, daemons, stored }: Given): ScaleSizes {
  try {
    return scaleSizes({ daemons, stored, "fill-minutes": fillMinutes, "fill-gigabytes": fillGigabytes });
  } catch (cause) {
    return command.error(cause instanceof Error ? cause.message : String(cause));
  }
}

function table(about: Record<string, string>): string {
  const rows = Object.entries(about);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join("\n");
}

const whole = (least: number) => (text: string) => {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new InvalidArgumentError(`It takes a whole number from ${least} on.`);
};

function minutes(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("It takes a number above 0.");
}
