import { CommanderError } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { COMMANDS } from "./commands/list.ts";
import { type Cli, createCli } from "./lib/command/cli.ts";
import { meantBy, toFailure } from "./lib/command/command-line-failure.ts";
import { complete, completionFlags } from "./lib/command/complete.ts";
import { loadCommands, loadFor } from "./lib/command/load.ts";
import { commandWords, createParser } from "./lib/command/parser.ts";
import { ExitCode } from "./lib/failures/exit-codes.ts";
import { type Failure, usageFailure } from "./lib/failures/failure.ts";
import {
  LOOK_FOR_RELEASE,
  lookForRelease,
  updateNotice,
  wantsNotices,
} from "./lib/installation/update-notice.ts";
import type { JqFilter } from "./lib/output/jq.ts";
import { createOutput } from "./lib/output/output.ts";
import { expandAlias, readAliases } from "./lib/settings/aliases.ts";
import { findProject } from "./lib/settings/project.ts";
import { leaveEndToInterrupt } from "./lib/terminal/interrupt.ts";
import { describeTerminal, type Environment } from "./lib/terminal/terminal.ts";
import { completeGiven } from "./ui/pick.ts";

const PROGRAM = {
  name: "waypost",
  description: "WhatsApp messaging from the terminal, for official and paired numbers.",
  version: packageJson.version,
  nouns: {
    alias: "Your own short names for command lines",
    profiles: "Daemons and keys saved on this machine",
    keys: "API keys",
    users: "Who may log in, and in which role",
    "login-provider": "The identity provider (OpenID Connect) that people log in with",
    retention: "For how long things are kept",
    teams: "Users who share conversations",
    logins: "Where you are logged in",
    password: "Your password",
    channels: "WhatsApp numbers",
    "channels profile": "What paired numbers show of themselves",
    "channels labels": "The labels of numbers in the WhatsApp Business app",
    "channels status": "What people see of paired numbers for 24 hours",
    "channels username": "The names by which people find official numbers",
    groups: "Groups that numbers are in",
    waba: "WhatsApp Business accounts at Meta",
    templates: "Message templates, here and at Meta",
    messages: "Messages, sent and received",
    media: "Files, uploaded and received",
    contacts: "People you exchange messages with",
    conversations: "The messages with one contact on one channel",
    "quick-replies": "Answers that are kept, and sent by a shortcut",
    "move-in": "Moving in from other programs",
    imports: "Imports of contacts from files",
    broadcasts: "One template to many people",
    approvals: "What agents ask to send",
    budgets: "What messages may cost",
    orders: "Orders from a catalogue",
    "rate-card": "What WhatsApp charges for messages",
    endpoints: "Webhook endpoints",
    deliveries: "How events were delivered to endpoints",
    replays: "Redelivery of ranges of events",
    events: "What happened",
    inbound: "Inbound calls that failed",
    logs: "API requests and message steps",
    webhooks: "Signatures of webhooks",
    samples: "Programs that receive webhooks, and a skill for coding agents",
    sandbox: "The local stand-in for Meta and WhatsApp Web",
  },
};

const allCommands = () => loadCommands(COMMANDS);

/** The command that the completion scripts call. */
const COMPLETE = "complete-words";

/** Runs one command line and returns its exit code; never rejects. */
export async function runProgram(argv: readonly string[], environment: Environment): Promise<ExitCode> {
  if (argv[0] === COMPLETE) return await printCompletions(argv.slice(1), environment);
  if (argv[0] === LOOK_FOR_RELEASE) {
    await lookForRelease(environment);
    return ExitCode.done;
  }
  const parse = async (words: readonly string[]) => {
    const commands = await loadFor(COMMANDS, commandWords(words));
    const parser = createParser(PROGRAM, commands, async (command, { flags, ...given }) => {
      const filter = await filterOf(flags.jq);
      const { project, ignored } = await findProject(environment);
      const cli = createCli(flags, { environment, project, filter, commands: allCommands, explain });
      if (ignored !== null) cli.output.warn(ignored);
      await command.run({ cli, ...(await completeGiven(cli, command, given)) });
      await noteUpdate(cli, command.path);
    });
    await parser.parseAsync(words, { from: "user" });
  };
  const explain = async (words: readonly string[]) => {
    const known = Object.keys(COMMANDS).some((path) =>
      `${path} `.startsWith(words.map((word) => `${word} `).join("")),
    );
    if (!known) throw usageFailure(`there is no command '${words.join(" ")}'`, meantBy(words, COMMANDS));
    await parse([...words, "--help"]);
  };
  try {
    const isVersion = argv.length === 1 && argv[0] === "version";
    await parse(isVersion ? ["--version"] : await withoutAlias(argv, environment));
    await leaveEndToInterrupt();
    return ExitCode.done;
  } catch (error) {
    await leaveEndToInterrupt();
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.done;
    // A noun without a verb: its help, already on standard error, says what is missing.
    if (error instanceof CommanderError && error.code === "commander.help") return ExitCode.usage;
    return report(toFailure(error, argv, COMMANDS), argv, environment);
  }
}

/** The command line with the first word's meaning, where that is no command but one of the user's own names. */
async function withoutAlias(argv: readonly string[], environment: Environment): Promise<readonly string[]> {
  const [first = ""] = commandWords(argv);
  const isKnown = first === "" || Object.keys(COMMANDS).some((path) => path.split(" ")[0] === first);
  if (isKnown) return argv;
  const aliases = await readAliases(environment);
  return expandAlias(argv, argv.indexOf(first), aliases) ?? argv;
}

/** Notifies a person of a newer version, after the command's output. */
async function noteUpdate({ terminal, environment, output, flags }: Cli, path: string): Promise<void> {
  const isSeen = terminal.isOutput && terminal.canRedraw && output.format === "terminal" && !flags.quiet;
  if (!isSeen || path === "upgrade" || !wantsNotices(environment)) return;
  const notice = await updateNotice(environment);
  if (notice !== null) output.note(output.style.dim(notice));
}

/** jq takes a while to load: only with `--jq`. */
async function filterOf(text: string | undefined): Promise<JqFilter | undefined> {
  if (text === undefined) return undefined;
  const { loadJqFilter } = await import("./lib/output/jq.ts");
  return await loadJqFilter(text);
}

/** For shells alone, which show nothing of what goes wrong. */
async function printCompletions(words: readonly string[], environment: Environment): Promise<ExitCode> {
  const { project } = await findProject(environment).catch(() => ({ project: null }));
  const options = { environment, project, commands: allCommands, explain: async () => {} };
  const cli = createCli(completionFlags(words), options);
  const found = await complete(await withoutAlias(words, environment), COMMANDS, cli);
  await cli.output.bytes(new Blob(found.map(({ id, label }) => `${id}\t${label}\n`)).stream());
  return ExitCode.done;
}

function report(reason: Failure, argv: readonly string[], environment: Environment): ExitCode {
  const terminal = describeTerminal(environment, !argv.includes("--no-color"));
  const output = createOutput({ json: argv.includes("--json"), quiet: false, terminal });
  if (reason.exitCode !== ExitCode.interrupted) output.failure(reason);
  return reason.exitCode;
}
