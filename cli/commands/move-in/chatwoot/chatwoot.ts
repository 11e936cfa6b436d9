import type { Client } from "../../../lib/api/client.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { command } from "../../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../../lib/failures/exit-codes.ts";
import { Failure } from "../../../lib/failures/failure.ts";
import { agree, yesOption } from "../../../lib/input/agree.ts";
import { readSecret } from "../../../lib/input/secret.ts";
import type { Column } from "../../../lib/output/column.ts";
import { allChannels } from "../channels.ts";
import { textIn } from "../read/given.ts";
import { type Chatwoot, listIn, openChatwoot, pagesOf } from "./api.ts";
import { type MovedInbox, moveInbox } from "./conversations.ts";
import { type Inbox, inboxesOf } from "./inboxes.ts";
import { moveDetails, phoneOf } from "./people.ts";

export const moveInChatwoot = command({
  path: "move-in chatwoot",
  summary: "Move from Chatwoot, with the past",
  description:
    "Move from Chatwoot by its API: what its WhatsApp inboxes hold goes to the channels of the same numbers, with private notes and labels; contacts with their names, labels and notes; canned responses as quick replies. First it shows which inbox goes where. Only reads there. Files stay in Chatwoot. May be repeated, also after it was interrupted: what is here already stays as it is. Exits with 5 when something of it was refused.",
  output: "Which inbox goes to which channel, then what was moved of each.",
  options: {
    from: { value: "address", description: "Chatwoot's address", required: true },
    token: {
      value: "token",
      description:
        "Access token of a user of Chatwoot's; `-` reads it from standard input. Or set CHATWOOT_ACCESS_TOKEN",
    },
    account: { value: "number", description: "Which of the user's accounts" },
    inbox: {
      value: "inbox=channel",
      repeat: true,
      description: "An inbox that has not the channel's number, and where its conversations go: 3=ch_…",
    },
    "dry-run": { description: "Show the plan, and change nothing" },
    ...yesOption,
  },
  examples: [
    {
      description: "Look first",
      command: "waypost move-in chatwoot --from https://chatwoot.example.com --token - --dry-run < token.txt",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed],
  async run({ cli, options }) {
    const token = await readSecret(cli, {
      ...{ given: options.token, variable: "CHATWOOT_ACCESS_TOKEN", question: "Chatwoot's access token" },
      absent: "the access token of a user of Chatwoot's is needed",
      hint: "Chatwoot shows it at the end of a user's profile settings.",
    });
    const chatwoot = await openChatwoot(options.from, token, options.account);
    const client = await cli.client();
    const inboxes = await inboxesOf(chatwoot, await allChannels(client), options.inbox);
    const isDry = options["dry-run"] || cli.dryRun;
    if (isDry || cli.output.format !== "json") await cli.output.rows(inboxes, inboxColumns);
    if (isDry) return;
    await agree(cli, options.yes, `Move what these ${inboxes.length} inboxes hold here now?`);
    await move(cli, client, chatwoot, inboxes);
  },
});

const inboxColumns: ReadonlyArray<Column<Inbox>> = [
  { title: "inbox", value: ({ id }) => id },
  { title: "name", value: ({ name }) => name },
  { title: "number", value: ({ number }) => number },
  { title: "channel", value: ({ channel }) => channel ?? "none: give --inbox" },
];

async function move(cli: Cli, client: Client, chatwoot: Chatwoot, inboxes: readonly Inbox[]): Promise<void> {
  const { output } = cli;
  const problems = await moveCannedResponses(client, chatwoot);
  // where names are learned: contacts are the organisation's
  const [first] = inboxes.flatMap(({ channel }) => channel ?? []);
  if (first !== undefined) problems.push(...(await moveContacts(client, chatwoot, first)));
  const moved: MovedInbox[] = [];
  for (const inbox of inboxes) {
    const said = (conversations: number) => output.note(`${inbox.name}: ${conversations} conversations`);
    moved.push(await moveInbox({ client, chatwoot }, inbox, said));
  }
  if (output.format === "json") await output.json({ data: moved, problems });
  else await output.rows(moved, movedColumns);
  if (problems.length === 0) return;
  throw new Failure(ExitCode.failed, problems.join("; "), { code: "moved_in_part" });
}

/** Returns what was refused, and why. */
async function moveCannedResponses(client: Client, chatwoot: Chatwoot): Promise<string[]> {
  const replies = listIn(await chatwoot.get("canned_responses")).flatMap((canned) => {
    const [shortcut, body] = [textIn(canned, "short_code"), textIn(canned, "content")];
    return shortcut === null || body === null ? [] : [{ shortcut, body }];
  });
  if (replies.length === 0) return [];
  const body = { name: "canned-responses.json", text: JSON.stringify(replies) };
  const { data } = await client.call("POST /v1/quick_replies/import", { body });
  return data.flatMap(({ action, shortcut, detail }) =>
    action === "refused" ? [`the canned response ${shortcut}: ${detail}`] : [],
  );
}

async function moveContacts(client: Client, chatwoot: Chatwoot, channel: string): Promise<string[]> {
  const problems: string[] = [];
  for await (const page of pagesOf(chatwoot, "contacts")) {
    const known = page.flatMap((contact) => {
      const phone_number = phoneOf(contact);
      const name = textIn(contact, "name")?.slice(0, 200);
      return phone_number === null
        ? []
        : [{ contact, phone_number, ...(name === undefined ? {} : { name }) }];
    });
    const people = known.map(({ contact: _, ...person }) => person);
    if (people.length > 0)
      await client.call("POST /v1/channels/{id}/past", {
        path: { id: channel },
        body: { from: "chatwoot", people },
      });
    for (const { contact, phone_number } of known)
      await moveDetails({ client, chatwoot }, contact, phone_number).catch((error: unknown) => {
        if (!(error instanceof Failure) || error.details.status === undefined) throw error;
        problems.push(`the contact ${contact.id}: ${error.message}`);
      });
  }
  return problems;
}

const movedColumns: ReadonlyArray<Column<MovedInbox>> = [
  { title: "name", value: ({ name }) => name },
  { title: "channel", value: ({ channel }) => channel },
  { title: "conversations", value: ({ conversations }) => conversations },
  { title: "new", value: ({ stored }) => stored },
  { title: "known", value: ({ known }) => known },
  { title: "too old", value: ({ too_old }) => too_old, optional: true },
  { title: "notes", value: ({ notes }) => notes },
  { title: "files left", value: ({ files_left }) => files_left },
  { title: "left out", value: ({ left_out }) => left_out, optional: true },
];
