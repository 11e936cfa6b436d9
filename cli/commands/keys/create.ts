import { change } from "../../lib/actions/change.ts";
import type { Key } from "../../lib/api/types/access.ts";
import { command } from "../../lib/command/command.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import { BOTS, botOf } from "../../lib/values/bot.ts";
import { fromNow } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { checkPermissions, PERMISSIONS } from "../../lib/values/permissions.ts";
import { keyColumns } from "./columns.ts";
import { KEEP_KEY, secretKeyColumn } from "./secret.ts";

export const createKey = command({
  path: "keys create",
  summary: "Create an API key",
  description:
    "Create an API key. It is shown only this once; later you can see only its last four characters.",
  output: "The new key's record; `key` is the secret.",
  options: {
    name: { value: "name", required: true, description: "Name that says what the key is for" },
    permission: {
      value: "permission",
      repeat: true,
      description: `Permission; may be repeated: ${PERMISSIONS.join(", ")}, or * for everything`,
    },
    channel: {
      value: "id",
      of: "channels",
      repeat: true,
      description: "Channel it is limited to; may be repeated (default: all)",
    },
    agent: {
      value: "json",
      description:
        'Makes it a key for an agent, with a guard: JSON such as \'{"recipients":"answered","messages_per_hour":30}\', or a file with it',
    },
    bot: {
      value: "answers",
      choices: BOTS.slice(0, 2),
      description:
        "Says that a program answers with it: while somebody else holds a conversation, its answers are refused (`refuse`) or `wait`",
    },
    expires: {
      value: "time",
      description: "When it expires: 30d, 12h or a date (default: never, or when your own key does)",
    },
  },
  writes: true,
  examples: [
    {
      description: "A key that can only send, for thirty days",
      command: "waypost keys create --name ci --permission messages:send --expires 30d",
    },
    {
      description: "A key for an agent that answers people, thirty times an hour at most",
      command: `waypost keys create --name agent --permission messages:read --permission messages:send --agent '{"recipients":"answered","messages_per_hour":30}'`,
    },
    {
      description: "Keep only the secret",
      command: "waypost keys create --name app --permission '*' --json | jq -r .key",
    },
  ],
  async run({ cli, options: { name, permission: permissions, channel, agent, bot, expires } }) {
    checkPermissions(permissions);
    const limits = {
      channel_ids: channel.length === 0 ? undefined : channel,
      // the API says what is wrong with it
      agent:
        agent === undefined
          ? undefined
          : ((await readJsonObject("agent", agent)) as NonNullable<Key["agent"]>),
      bot: botOf(bot) ?? undefined,
      expires_at: fromNow(expires),
    };
    const body = { name, permissions, ...given(limits) };
    await change(cli, "POST /v1/api-keys", { body }, [secretKeyColumn, ...keyColumns], KEEP_KEY);
  },
});
