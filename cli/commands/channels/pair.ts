import { submit } from "../../lib/actions/submit.ts";
import type { Client } from "../../lib/api/client.ts";
import type { Channel } from "../../lib/api/types/channels.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import type { OptionValues } from "../../lib/command/definition.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import { restoreOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import { proxyOption, proxySetting, replacementOf, replacing } from "./arguments.ts";
import { qrPicture } from "./pairing/qr-picture.ts";
import { openPairingScreen } from "./pairing/screen.ts";
import type { PairingScreen } from "./pairing/screen-types.ts";
import { isEnded, watchPairing } from "./pairing/watch.ts";
import { endIfGivenUp, findOrAddUnpaired, historyOption, pairingSettings, withSettings } from "./unpaired.ts";

const options = {
  name: { value: "name", description: "Name of the new channel" },
  code: { description: "Show a code to type on the phone instead of a QR code; needs --phone" },
  phone: { value: "number", description: "The phone's number, with its country code" },
  sextants: {
    description: "Draw the QR code a third smaller, with characters that many Linux fonts lack",
  },
  ...proxyOption,
  ...replacing,
  ...historyOption,
  png: { value: "file", description: "Also write each QR code to this picture; it is removed at the end" },
} as const;

type Options = OptionValues<typeof options>;

export const pairChannel = command({
  path: "channels pair",
  summary: "Pair a number with WhatsApp on a phone",
  description:
    "Pair a number with WhatsApp on a phone: shows a QR code, renewed as it expires, and waits until the phone has scanned it and the number is connected. A pairing that was not finished is continued. Without a terminal the codes are printed as lines; --png writes them as pictures. Ends with exit code 5 when the codes run out or the phone refuses, with 6 after --timeout.",
  output:
    "On a terminal, the channel's record; otherwise a line for each code (`qr`, its number, its expiry, the text to encode), for each step of a passkey that WhatsApp wants (`passkey`, the step, the address where it is used, the code to compare) and `connected` with the number at the end; with --json, one JSON object per line.",
  arguments: {
    id: {
      of: "channels",
      description: "Channel to pair (default: one that was not paired before, or a new one)",
      optional: true,
    },
  },
  options,
  writes: true,
  examples: [
    { description: "A new number", command: "waypost channels pair --name Sales" },
    {
      description: "A number that was logged out",
      command: "waypost channels pair ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
    {
      description: "With a code to type on the phone",
      command: "waypost channels pair --code --phone '+49 1555 0100'",
    },
    {
      description: "From a script, the code as a picture",
      command: "waypost channels pair --png code.png --timeout 2m",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, arguments: { id }, options }) {
    const body = { ...wayToPair(options), ...replacementOf(options) };
    const settings = pairingSettings(await proxySetting(options.proxy), options.history);
    const channel =
      id === undefined
        ? await findOrAddUnpaired(cli, options.name, settings)
        : await withSettings(cli, id, settings);
    if (channel === undefined) return;
    const connecting = await submit(cli, "POST /v1/channels/{id}/connect", {
      path: { id: channel.id },
      body,
    });
    if (connecting === undefined) return;
    const screen = await openPairingScreen(cli, await cli.client(), {
      id: channel.id,
      code: connecting.pairing_code ?? null,
      sextants: options.sextants ?? false,
    });
    const follow = () => followPairing(cli, channel.id, screen, options.png);
    const followed = id === undefined ? endIfGivenUp(cli, channel.id, follow) : follow();
    await finish(await followed.finally(screen.close), screen);
  },
});

function wayToPair({ code, phone }: Options) {
  if (!code && phone !== undefined) throw usageFailure("--phone needs --code");
  if (!code) return { method: "qr" } as const;
  if (phone === undefined)
    throw usageFailure("--code needs --phone", "Give the number of the phone that types the code.");
  return { method: "pairing_code", phone_number: normalizeRecipient(phone) } as const;
}

async function followPairing(
  cli: Cli,
  id: string,
  screen: PairingScreen,
  png: string | undefined,
): Promise<Channel> {
  const client: Client = await cli.client();
  const picture = png === undefined ? null : qrPicture(png);
  const release = restoreOnInterrupt(() => picture?.remove());
  let drawn: string | undefined;
  try {
    const end = await watchPairing(client, id, {
      deadline: performance.now() + (cli.timeoutMs ?? Number.POSITIVE_INFINITY),
      async show(state) {
        if (picture !== null && state.qr !== null && state.qr.text !== drawn) {
          await picture.draw(state.qr.text);
          // before anything is drawn, and once: it would stand in the middle of the drawing
          if (drawn === undefined) cli.output.note(`The QR code is in ${png}.`);
          drawn = state.qr.text;
        }
        await screen.show(state);
      },
    });
    if (isEnded(end)) return end.channel;
    throw waitedTooLong(end.channel);
  } finally {
    release();
    picture?.remove();
  }
}

async function finish(channel: Channel, screen: PairingScreen): Promise<void> {
  if (channel.status === "connected") return screen.connected(channel);
  const why =
    channel.status === "disconnected"
      ? "the pairing was ended"
      : `not paired: ${channel.status_reason ?? channel.status}`;
  throw new Failure(ExitCode.failed, why, {
    code: channel.status,
    hint: hintFor(channel),
  });
}

function hintFor({ id, phone_number, offered_number }: Channel): string {
  if (offered_number === null) return `Try again: waypost channels pair ${id}`;
  return `Pair ${phone_number} again: waypost channels pair ${id}. Or let ${offered_number} take its place, without pairing it again: waypost channels connect ${id} --replace-number`;
}

function waitedTooLong(channel: Channel): Failure {
  return new Failure(ExitCode.timeout, `not paired yet: the channel is ${channel.status}`, {
    code: "timeout",
    hint: `Continue: waypost channels pair ${channel.id}`,
  });
}
