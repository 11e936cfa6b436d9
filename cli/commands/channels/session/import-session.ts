import type { FoundSession } from "../../../../daemon/channels/session-move/stores/found.ts";
import { readUntil } from "../../../lib/actions/read-until.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { command } from "../../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../../lib/failures/exit-codes.ts";
import { Failure } from "../../../lib/failures/failure.ts";
import { agree, yesOption } from "../../../lib/input/agree.ts";
import { readInputLine } from "../../../lib/input/stdin.ts";
import type { Column } from "../../../lib/output/column.ts";
import { channelDetails } from "../columns.ts";
import { findOrAddUnpaired } from "../unpaired.ts";
import { chosenOf, openStore } from "./open-store.ts";

const WAIT_MS = 60_000;
const LOOK_MS = 500;
const ENDED = ["connected", "disconnected", "logged_out", "replaced", "restricted"];

type Wanted = { from: string; files: string | undefined; session: string | undefined };

/** What is said of a session before it is taken: nothing secret. */
type Said = Omit<FoundSession, "session" | "changedAt"> & {
  store: string;
  session: string;
  changed_at: string | null;
  keys: number;
};

const columns: Column<Said>[] = [
  { title: "store", value: ({ store }) => store },
  { title: "session", value: ({ session }) => session },
  { title: "number", value: ({ number }) => `+${number}` },
  { title: "name", value: ({ name }) => name },
  { title: "last written", value: ({ changed_at }) => changed_at, kind: "time" },
  { title: "keys", value: ({ keys }) => keys },
  { title: "missing", value: ({ missing }) => missing.join("; ") || "nothing" },
];

export const importSession = command({
  path: "channels import-session",
  summary: "Bring a paired number in from another program, without a scan",
  description:
    "Bring a paired number in from another program, without a scan: reads its session from a folder of Baileys, or from a database of whatsmeow (GOWA, WAHA with GOWS, wuzapi, evolution-go), Evolution API, WAHA or OpenWA, says what it found, and connects the channel with it. Stop the other program first, and import from a copy taken after that. Afterwards the other copy is of no use: to start that program again makes both lose messages, and to unlink or log out there logs this channel out.",
  output:
    "What was found; then the channel's record. With --json, the record alone, or with --dry-run what was found.",
  arguments: {
    id: {
      of: "channels",
      description: "Channel to connect (default: one that was not paired before, or a new one)",
      optional: true,
    },
  },
  options: {
    from: {
      value: "store",
      description:
        "Folder, file of SQLite, or URL of a Postgres or MySQL that has the session; `-` reads the URL from standard input",
      required: true,
    },
    files: { value: "folder", description: "Evolution's folder `instances`, which has the keys" },
    session: { value: "name", description: "Which of several sessions" },
    name: { value: "name", description: "Name of the new channel" },
    "dry-run": { description: "Say what was found, and change nothing" },
    ...yesOption,
  },
  examples: [
    {
      description: "Look first",
      command: "waypost channels import-session --from ./auth_info_baileys --dry-run",
    },
    {
      description: "Of Evolution API",
      command:
        'echo "$DATABASE_URL" | waypost channels import-session --from - --files ./instances --session sales --dry-run',
    },
    {
      description: "One of several devices",
      command:
        "waypost channels import-session --from whatsapp.db --session 14155550123:7@s.whatsapp.net --dry-run",
    },
    {
      description: "Then take it",
      command: "waypost channels import-session --from ./auth_info_baileys --name Sales --yes",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, arguments: { id }, options }) {
    const isDry = options["dry-run"] || cli.dryRun;
    const found = await findSession(options);
    if (isDry || cli.output.format !== "json") await cli.output.record(found.said, columns);
    if (isDry) return;
    cli.output.warn(WARNING);
    await agree(cli, options.yes, `Is the other program stopped? Connect +${found.said.number} here now?`);
    const name = options.name ?? found.said.name ?? found.said.session;
    const channel = id === undefined ? await findOrAddUnpaired(cli, name, undefined) : { id };
    if (channel !== undefined) await takeOver(cli, channel.id, found.session);
  },
});

const WARNING =
  "the other program has to be stopped, now and from now on: its copy of the session is of no use once this one has connected. Never log out or unlink there: it is the same device, and this channel would be logged out.";

async function findSession({ from, files, session: named }: Wanted) {
  // a URL has a password in it
  const store = await openStore(from === "-" ? (await readInputLine()).trim() : from, files);
  try {
    const chosen = chosenOf(store, named);
    const { session, changedAt, ...rest } = await store.read(chosen);
    const keys = Object.values<object>(session.keys).flatMap((values) => Object.keys(values)).length;
    const said = { store: store.kind, session: chosen, ...rest, keys };
    return { session, said: { ...said, changed_at: changedAt?.toISOString() ?? null } };
  } finally {
    await store.close();
  }
}

async function takeOver(cli: Cli, id: string, session: FoundSession["session"]): Promise<void> {
  const client = await cli.client();
  const path = { id };
  await client.call("POST /v1/channels/{id}/session", { path, body: session });
  const channel = await readUntil(
    () => client.call("GET /v1/channels/{id}", { path }),
    ({ status }) => ENDED.includes(status),
    { timeoutMs: cli.timeoutMs ?? WAIT_MS, pauseMs: LOOK_MS },
  );
  if (channel.status === "connected") return await cli.output.record(channel, channelDetails);
  const isOver = ENDED.includes(channel.status);
  throw new Failure(
    isOver ? ExitCode.failed : ExitCode.timeout,
    `the session is here, but not connected: ${channel.status_reason ?? channel.status}`,
    { code: isOver ? channel.status : "timeout", hint: `Look again: waypost channels get ${id}` },
  );
}
