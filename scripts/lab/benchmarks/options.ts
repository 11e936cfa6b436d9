/** The command line of `./scripts/bench`. */
import { join } from "node:path";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { ROOT } from "../../lib/run.ts";

export type Options = {
  quick: boolean;
  minutes: number;
  daemons: number;
  stored: number;
  people: number;
  rate: number;
  messages: number;
};

type Given = Options & { out: string; force: boolean; programs?: string };
type Read = { measurement: string; options: Given; refuse(why: string): never };

/** The measurements to run, by their names among these. Ends the program where it makes no sense. */
export function readOptions(names: readonly string[]): Read {
  const command = new Command("./scripts/bench")
    .description(
      "Measures on this machine, and writes JSON: all (accepting, sending, from request to webhook, memory), life (what a message costs; with --rate, one that comes alone), webhooks, include (what it costs that events carry records), broadcasts, sessions (paired numbers), history (a phone's, beside what comes in), page (in a Chromium), inbox (the same, in long conversations), search (messages by their words), costs (a year of them), invoice (whether costs equal the sandbox's invoice), shares (what a loud organisation costs a quiet one). The exit code is 0 where limits are missed, too.",
    )
    .addArgument(new Argument("[measurement]").choices(names).default("all"))
    .addOption(
      new Option("--out <file>", "the JSON").default(join(ROOT, "dist", "bench.json"), "dist/bench.json"),
    )
    .option("--quick", "only look whether all of it runs", false)
    .option("--force", "measure on a machine whose load is above 2, too", false)
    .option("--programs <folder>", "the executables in there in place of the source")
    .option(
      "--minutes <count>",
      "of webhooks at 200 a second, of paired numbers that talk, of a page left alone, of messages at 20 a second in an open conversation",
      above(0),
      5,
    )
    .option("--daemons <count>", "for life: how many share the database", above(0, { isWhole: true }), 1)
    .option(
      "--stored <count>",
      "for life, page, inbox, search and costs: messages (conversations) that are stored before, such as 100k or 10m",
      stored,
      0,
    )
    .option("--rate <count>", "for life: messages a second, in place of as many as go", above(0), 0)
    .option("--messages <count>", "for invoice: how many, such as 1m", stored, 20_000)
    .option("--people <count>", "of a broadcast", above(99, { isWhole: true }), 100_000)
    .allowExcessArguments(false)
    .parse();
  return {
    measurement: command.processedArgs[0],
    options: command.opts<Given>(),
    refuse: (why) => command.error(why),
  };
}

/** A number above `least`; a whole one where things are counted. */
function above(least: number, { isWhole = false } = {}) {
  return (text: string) => {
    const number = Number(text);
    if (number > least && (!isWhole || Number.isInteger(number))) return number;
    throw new InvalidArgumentError(`It takes a ${isWhole ? "whole " : ""}number above ${least}.`);
  };
}

function stored(text: string): number {
  const [, digits, unit = ""] = /^(\d+)([km]?)$/.exec(text) ?? [];
  if (digits === undefined)
    throw new InvalidArgumentError("It takes a number of messages, such as 100k or 10m.");
  return Number(digits) * ({ k: 1000, m: 1_000_000 }[unit] ?? 1);
}
