import { type Client, createClient } from "../api/client.ts";
import { parseFields } from "../output/fields.ts";
import type { JqFilter } from "../output/jq.ts";
import { createOutput, type Output } from "../output/output.ts";
import type { Project } from "../settings/project.ts";
import { resolveSettings, type Settings } from "../settings/settings.ts";
import { createSpinner, type Spinner } from "../terminal/spinner.ts";
import { describeTerminal, type Environment, type Terminal } from "../terminal/terminal.ts";
import { SANDBOX_NOTE } from "../text/sandbox.ts";
import { parseDuration } from "../values/duration.ts";
import { given } from "../values/given.ts";
import type { Definition } from "./definition.ts";

/** The options every command takes, before or after the verb. */
export type GlobalOptions = {
  json?: boolean;
  fields?: string;
  jq?: string;
  quiet?: boolean;
  color?: boolean;
  profile?: string;
  url?: string;
  apiKey?: string;
  timeout?: string;
  dryRun?: boolean;
};

/** What every command works with. */
export type Cli = {
  output: Output;
  terminal: Terminal;
  environment: Environment;
  flags: GlobalOptions;
  /** The value of --timeout in milliseconds. */
  timeoutMs: number | undefined;
  dryRun: boolean;
  /** The working folder's `waypost.toml`. */
  project: Project | null;
  /** Every command there is. */
  commands(): Promise<readonly Definition[]>;
  /** Prints the help of the program, or of the command or noun that the words name. */
  explain(words: readonly string[]): Promise<void>;
  /** The address and the key; read at the first access. */
  settings(): Promise<Settings>;
  /** A client with these settings, or with those that were given. */
  client(using?: Settings): Promise<Client>;
  /** Whether a daemon that responded runs with a sandbox. */
  isSandbox(): boolean;
  /** Notes to a person that the daemon runs with a sandbox; prints nothing for programs. */
  noteSandbox(): void;
  /** Shows on a terminal what is waited for; the client does so by itself. */
  spinner: Spinner;
};

export type CliOptions = {
  environment: Environment;
  /** The working folder's `waypost.toml`. */
  project?: Project | null;
  /** What --jq asks for, loaded. */
  filter?: JqFilter | undefined;
} & Pick<Cli, "commands" | "explain">;

export function createCli(
  flags: GlobalOptions,
  { environment, project = null, filter, commands, explain }: CliOptions,
): Cli {
  const terminal = describeTerminal(environment, flags.color ?? true);
  const timeoutMs = flags.timeout === undefined ? undefined : parseDuration(flags.timeout);
  const fields = flags.fields === undefined ? undefined : parseFields(flags.fields);
  let resolved: Promise<Settings> | undefined;
  const settings = () => {
    resolved ??= resolveSettings(flags, environment, "refuse", project);
    return resolved;
  };
  const output = createOutput({
    json: flags.json ?? project?.output === "json",
    quiet: flags.quiet ?? false,
    terminal,
    fields,
    filter,
  });
  const isSeen = terminal.isOutput && terminal.canRedraw && !flags.quiet;
  const spinner = createSpinner({ enabled: isSeen, style: output.style });
  let isSandbox = false;
  return {
    output,
    isSandbox: () => isSandbox,
    noteSandbox() {
      if (isSandbox && output.format === "terminal") output.note(output.style.yellow(SANDBOX_NOTE));
    },
    spinner,
    terminal,
    environment,
    flags,
    timeoutMs,
    commands,
    explain,
    project,
    dryRun: flags.dryRun ?? false,
    settings,
    client: async (using) =>
      createClient({
        settings: using ?? (await settings()),
        spinner,
        onSandbox() {
          isSandbox = true;
        },
        ...given({ timeoutMs }),
      }),
  };
}
