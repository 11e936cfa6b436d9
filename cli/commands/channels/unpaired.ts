import { readPages } from "../../lib/actions/paging.ts";
import { submit } from "../../lib/actions/submit.ts";
import type { Channel } from "../../lib/api/types/channels.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { finishOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { given } from "../../lib/values/given.ts";

const PLATFORM = "whatsapp_unofficial";

type Settings = Pick<Channel["settings"], "proxy" | "history">;

const HISTORIES = ["none", "90_days", "full"] as const;

export const historyOption = {
  history: {
    value: "which",
    choices: HISTORIES,
    description: "Copy the messages that the phone has of before, as far back as it gives them",
  },
} as const;

/** The settings with which a number is paired, where the options name any. */
export function pairingSettings(
  proxy: Pick<Settings, "proxy"> | undefined,
  asked: string | undefined,
): Settings | undefined {
  const history = HISTORIES.find((one) => one === asked);
  return proxy === undefined && history === undefined ? undefined : { ...proxy, ...given({ history }) };
}

/**
 * The channel of a pairing that was given up, where there is one, of this name if one is given; otherwise a new one. Its
 * settings are changed before anything connects.
 */
export async function findOrAddUnpaired(
  cli: Cli,
  name: string | undefined,
  settings: Settings | undefined,
): Promise<{ id: string } | undefined> {
  const abandoned = cli.dryRun ? undefined : await findAbandoned(cli, name);
  if (abandoned !== undefined) {
    cli.output.note(`Going on with ${abandoned.id} (${abandoned.name}), which is not paired yet.`);
    return await withSettings(cli, abandoned.id, settings);
  }
  return await submit(cli, "POST /v1/channels", {
    body: { platform: PLATFORM, name: name ?? "Paired number", ...given({ settings }) },
  });
}

/** A channel after its settings were changed, where there are any to change. */
export async function withSettings(
  cli: Cli,
  id: string,
  settings: Settings | undefined,
): Promise<{ id: string } | undefined> {
  if (settings === undefined) return { id };
  return await submit(cli, "PATCH /v1/channels/{id}", { path: { id }, body: { settings } });
}

async function findAbandoned(cli: Cli, name: string | undefined): Promise<Channel | undefined> {
  const client = await cli.client();
  const options = { limit: "100", cursor: undefined, all: true };
  for await (const { data } of readPages(options, (query) => client.call("GET /v1/channels", { query }))) {
    const found = data.find(
      (channel) =>
        channel.platform === PLATFORM &&
        channel.phone_number === null &&
        channel.sandbox === cli.isSandbox() &&
        ABANDONED.includes(channel.status) &&
        (name === undefined || channel.name === name),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Statuses of a channel without a number to which nobody is shown a code. */
const ABANDONED = ["disconnected", "logged_out"];

/** Follows a pairing, and ends it on the daemon if it is given up here, so that it can be taken up again. */
export async function endIfGivenUp<Result>(
  cli: Cli,
  id: string,
  follow: () => Promise<Result>,
): Promise<Result> {
  const client = await cli.client();
  const end = () => client.call("POST /v1/channels/{id}/disconnect", { path: { id }, body: {} });
  const release = finishOnInterrupt(end);
  try {
    return await follow();
  } catch (failure) {
    await end().catch(() => {});
    throw failure;
  } finally {
    release();
  }
}
