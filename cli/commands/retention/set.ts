import type { RequestOf } from "../../../daemon/start/types/routes.ts";
import { command } from "../../lib/command/command.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { agree, yesOption } from "../../lib/input/agree.ts";
import { type Going, goingColumns, type Retention, retentionColumns } from "./columns.ts";

const days = (what: string) => ({ value: "days", description: `Days that ${what} are kept, or \`default\`` });
const options = {
  messages: days("messages"),
  files: days("files"),
  events: days("events with their deliveries"),
  logs: days("entries of the audit log"),
  channel: {
    value: "id",
    of: "channels",
    description: "Set the days of this channel, for messages and files; `default` is as the organisation",
  },
  "dry-run": { description: "Only show what would be deleted" },
  ...yesOption,
} as const;

type Options = OptionValues<typeof options>;
type Body = RequestOf<"PUT /v1/settings/retention">["body"];

export const setRetention = command({
  path: "retention set",
  summary: "Set for how long things are kept",
  description:
    "Set for how many days the organisation, or one of its channels, keeps things. What is left out stays as it is. Shows what will be deleted, and asks; it is deleted for good within about an hour.",
  output: "What would be deleted with --dry-run; else the days by kind.",
  options,
  examples: [
    {
      description: "See what would go",
      command: "waypost retention set --messages 30 --files 14 --dry-run",
    },
    { description: "Keep events for a week", command: "waypost retention set --events 7 --yes" },
    {
      description: "Keep one number's messages for longer",
      command: "waypost retention set --channel ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --messages 90 --yes",
    },
  ],
  async run({ cli, options }) {
    const client = await cli.client();
    const body = bodyOf(await client.call("GET /v1/settings/retention", {}), options);
    const { data } = await client.call("POST /v1/settings/retention/preview", { body });
    if (cli.dryRun) {
      if (data.length === 0) cli.output.note("Nothing would be deleted.");
      if (cli.output.format === "json") return await cli.output.jsonRows({ data }, goingColumns);
      return await cli.output.rows(data, goingColumns);
    }
    if (data.length > 0)
      await agree(cli, options.yes, `${describeGoing(data)} will be deleted for good. Continue?`);
    await cli.output.record(await client.call("PUT /v1/settings/retention", { body }), retentionColumns);
  },
});

/** What is set, with what the options change. */
function bodyOf({ most: _, ...now }: Retention, { channel, messages, files, events, logs }: Options): Body {
  const ofChannels = { ...changed("messages", messages), ...changed("files", files) };
  if (channel === undefined)
    return { ...now, ...ofChannels, ...changed("events", events), ...changed("logs", logs) };
  if (events !== undefined || logs !== undefined)
    throw usageFailure("a channel has days for messages and files only", "Leave out --events and --logs.");
  const before = now.channels?.[channel] ?? { messages: null, files: null };
  return { ...now, channels: { ...now.channels, [channel]: { ...before, ...ofChannels } } };
}

function changed(kind: string, text: string | undefined): Record<string, number | null> {
  if (text === undefined) return {};
  if (text === "default") return { [kind]: null };
  if (/^[1-9]\d{0,4}$/.test(text)) return { [kind]: Number(text) };
  throw usageFailure(`--${kind} is a number of days, or default`, `Such as --${kind} 30.`);
}

/** Such as `1,204 messages, about 90,000 events`. */
function describeGoing(going: readonly Going[]): string {
  const kinds = Map.groupBy(going, ({ kind }) => kind);
  return [...kinds]
    .map(([kind, some]) => {
      const count = some.reduce((sum, one) => sum + one.count, 0);
      return `${some.some((one) => one.is_estimate) ? "about " : ""}${count.toLocaleString("en")} ${kind}`;
    })
    .join(", ");
}
