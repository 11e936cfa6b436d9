import { SQL } from "bun";
import { StoreFailure } from "../../../daemon/channels/session-move/stores/store-failure.ts";
import type { Client } from "../../lib/api/client.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/column.ts";
import { addChannel, type OwnChannel } from "./channels.ts";
import type { Part } from "./options.ts";
import { type MovedMessages, moveMessages, movePeople } from "./past.ts";
import type { FoundNumber, Installation } from "./read/found.ts";
import { moveWebhooks } from "./webhooks.ts";

/** What came of a number. */
export type Moved = {
  name: string;
  channel: string | null;
  contacts: number;
  webhooks: number;
  messages: MovedMessages;
  /** What could not be moved, and why. */
  problems: string[];
};

/** What moving works with. */
export type Moving = {
  client: Client;
  kind: Installation["kind"];
  parts: ReadonlySet<Part>;
  /** Hears what is being done. */
  say: (text: string) => void;
};

/**
 * Moves one number: its channel, receivers, people, login and messages, in this order, so that the
 * receivers are there before the first event. Each step can be repeated; the report lists what was refused.
 */
export async function moveNumber(
  moving: Moving,
  number: FoundNumber,
  existing: OwnChannel | undefined,
): Promise<Moved> {
  const moved: Moved = {
    ...{ name: number.name, channel: existing?.id ?? null, contacts: 0, webhooks: 0 },
    ...{ messages: { stored: 0, known: 0, too_old: 0, left_out: 0 }, problems: [] },
  };
  const isReady = existing !== undefined || (await makeChannel(moving, number, moved));
  const { channel: channelId } = moved;
  if (channelId === null) return moved;
  const takesLogin = isReady && number.account === null && !existing?.phone_number;
  for (const [part, what, step] of STEPS)
    if (moving.parts.has(part))
      await noting(moved, what, () => step({ ...moving, channelId, number, moved, takesLogin }));
  return moved;
}

/** Makes the channel of a number that has none. Returns whether it may connect. */
async function makeChannel({ client, parts }: Moving, number: FoundNumber, moved: Moved): Promise<boolean> {
  if (!parts.has("numbers")) {
    moved.problems.push("no channel has its number: move its number first");
    return false;
  }
  let refused: string | null = null;
  await noting(moved, "channel", async () => {
    ({ id: moved.channel, refused } = await addChannel(client, number));
  });
  if (refused !== null) moved.problems.push(`proxy: ${refused}; ${WITHOUT_PROXY}`);
  return refused === null;
}

type Given = Moving & { channelId: string; number: FoundNumber; moved: Moved; takesLogin: boolean };

const STEPS: readonly [part: Part, what: string, step: (given: Given) => Promise<void>][] = [
  [
    ...(["webhooks", "webhooks"] as const),
    async ({ client, kind, number, channelId, moved }) => {
      const { made, problems } = await moveWebhooks(client, kind, number, channelId);
      moved.webhooks = made;
      moved.problems.push(...problems);
    },
  ],
  [
    ...(["contacts", "contacts"] as const),
    async ({ number, moved, ...where }) => {
      moved.contacts = await movePeople(where, number);
    },
  ],
  [
    ...(["numbers", "login"] as const),
    async ({ client, number, channelId, takesLogin }) => {
      if (takesLogin) await takeLogin(client, number, channelId);
    },
  ],
  [
    ...(["messages", "messages"] as const),
    async ({ number, moved, say, ...where }) => {
      const said = (read: number) => say(`${number.name}: ${read} of ${number.counts.messages} messages`);
      moved.messages = await moveMessages(where, number, said);
    },
  ],
];

/** Elsewhere it would connect from another address than before, which WhatsApp may mind. */
const WITHOUT_PROXY = "its login waits: set a proxy of the channel, or leave it without, and run this again";

async function takeLogin(client: Client, number: FoundNumber, id: string): Promise<void> {
  const found = await number.session();
  if (found === null) return;
  await client.call("POST /v1/channels/{id}/session", { path: { id }, body: found.session });
}

/** What one number is refused, or can't be read of it, must not keep the others: without the daemon, it ends. */
async function noting({ problems }: Moved, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isRead = error instanceof SQL.SQLError || error instanceof Failure || error instanceof StoreFailure;
    if (!isRead || isOver(error)) throw error;
    problems.push(`${what}: ${error.message}`);
  }
}

function isOver(error: Error): boolean {
  return (
    error instanceof Failure && (error.exitCode === ExitCode.unreachable || error.details.status === 401)
  );
}

export const movedColumns: ReadonlyArray<Column<Moved>> = [
  { title: "name", value: ({ name }) => name },
  { title: "channel", value: ({ channel }) => channel },
  { title: "contacts", value: ({ contacts }) => contacts },
  { title: "webhooks", value: ({ webhooks }) => webhooks },
  { title: "new", value: ({ messages }) => messages.stored },
  { title: "known", value: ({ messages }) => messages.known },
  { title: "too old", value: ({ messages }) => messages.too_old, optional: true },
  { title: "left out", value: ({ messages }) => messages.left_out },
  { title: "problems", value: ({ problems }) => problems.join("; "), cut: 20 },
];
