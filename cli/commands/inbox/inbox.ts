import { createClient } from "../../lib/api/client.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { listStatuses } from "./model/list.ts";
import { createStore } from "./model/session.ts";

/** A view that stands still for longer should say why. */
const PATIENCE_MS = 10_000;

export const inbox = command({
  path: "inbox",
  summary: "Read and answer conversations",
  description:
    "Read and answer conversations, as they happen. Arrows choose one, Enter opens it, and what is typed there is sent with Enter; Tab offers files, templates, reactions, quotes, notes, closing, snoozing and assigning; in the list, t takes the one that waits longest. ? explains the keys. It needs a terminal; scripts use `waypost conversations list`, `conversations messages` and `conversations reply`. Needs the permission messages:read; to answer, messages:send; to see new messages at once, events:read; for templates and notes, templates:read and contacts:write.",
  output: "A view that is drawn again as things change; nothing on standard output afterwards.",
  arguments: {
    q: { description: "Words that the contact's name or number must have somewhere", optional: true },
  },
  options: {
    status: {
      value: "status",
      choices: [...listStatuses, "all"],
      description: "Begin with conversations of this status (default: open)",
    },
    unread: { description: "Begin with those that you have not read" },
    unanswered: { description: "Begin with those whose person waits for an answer" },
  },
  examples: [
    { description: "Read and answer", command: "waypost inbox" },
    { description: "Unread conversations, closed ones too", command: "waypost inbox --status all --unread" },
  ],
  async run({ cli, arguments: { q = "" }, options: { status = "open", unread, unanswered } }) {
    if (!isDrawable(cli)) throw noTerminal();
    const settings = await cli.settings();
    // by the client that tries again and turns a spinner: nothing is drawn yet, and a wrong key is reported at once
    await (await cli.client()).call("GET /v1/conversations", { query: { limit: 1 } });
    const client = createClient({ settings, timeoutMs: cli.timeoutMs ?? PATIENCE_MS, pausesMs: [] });
    const known = listStatuses.find((one) => one === status) ?? null;
    const { openInbox } = await import("./screen.tsx");
    const store = createStore({ q, unread, unanswered, status: known });
    await openInbox({ client, settings, store, style: cli.output.dataStyle });
  },
});

function isDrawable({ terminal, output, flags }: Cli): boolean {
  const isTerminal = output.format === "terminal" && terminal.canPrompt && terminal.canRedraw;
  return isTerminal && !flags.quiet && flags.fields === undefined;
}

function noTerminal() {
  return usageFailure(
    "the inbox needs a terminal",
    "Scripts take: waypost conversations list, conversations messages <id>, conversations reply <id>.",
  );
}
