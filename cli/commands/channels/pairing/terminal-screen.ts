import type { Client } from "../../../lib/api/client.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { type Abilities, askCell, askTerminal } from "../../../lib/terminal/pictures/ask.ts";
import { CSI } from "../../../lib/terminal/pictures/codes.ts";
import { type Conversation, openConversation } from "../../../lib/terminal/pictures/conversation.ts";
import { holdSpinner } from "../../../lib/terminal/spinner.ts";
import { channelDetails } from "../columns.ts";
import { qrModules } from "./draw-qr.ts";
import { layOut } from "./lay-out.ts";
import { openLivePairing } from "./live.tsx";
import { pairingLink } from "./pairing-link.ts";
import { openPictureScreen } from "./picture-screen.ts";
import { type Place, placePicture } from "./place.ts";
import type { PairingScreen, ScreenOptions } from "./screen-types.ts";
import type { PairingState } from "./watch.ts";
import { scanWords } from "./words.ts";

const NONE: Abilities = { pictures: null, drawsSextants: false };

/** Draws a pairing in place: its code as a picture where the terminal shows pictures, otherwise with characters. */
export async function openTerminalScreen(
  cli: Cli,
  client: Client,
  { id, code, sextants }: ScreenOptions,
): Promise<PairingScreen> {
  const releaseSpinner = holdSpinner();
  const conversation = code === null && cli.terminal.canPrompt ? openConversation() : null;
  const abilities = conversation === null ? NONE : await askTerminal(conversation, windowSize());
  const link = pairingLink(client, id);
  const drawing = createDrawing(cli, abilities, {
    ...{ code, sextants: sextants || abilities.drawsSextants },
    link,
  });
  const inTurn = createTurns();
  const endResizing = onResize(() => inTurn(() => drawing.resized(conversation)));
  return {
    show: (state) => inTurn(() => drawing.show(state)),
    async close() {
      endResizing();
      await inTurn(async () => drawing.close());
      await Promise.all([conversation?.close(), link.revoke()]);
      releaseSpinner();
    },
    connected: (channel) => cli.output.record(channel, channelDetails),
  };
}

type DrawingOptions = Pick<ScreenOptions, "code" | "sextants"> & { link: ReturnType<typeof pairingLink> };

/** What is drawn, one thing at a time. */
function createDrawing(
  { terminal: { errorColours: colours }, output: { style } }: Cli,
  { pictures }: Abilities,
  { code, sextants, link }: DrawingOptions,
) {
  const picture = pictures === null ? null : openPictureScreen(pictures, style);
  let cell = pictures?.cell ?? null;
  let live: Awaited<ReturnType<typeof openLivePairing>> | null = null;
  let latest: PairingState | null = null;

  function placeOf({ qr, passkey }: PairingState): Place | null {
    if (qr === null || passkey !== null || pictures === null || cell === null) return null;
    return placePicture(qrModules(qr.text).size, windowSize(), cell, pictures.mostRows);
  }

  function close(): void {
    live?.close();
    live = null;
    picture?.clear();
  }

  async function show(state: PairingState): Promise<void> {
    latest = state;
    const { channel, qr, passkey } = state;
    const place = placeOf(state);
    const said = { id: channel.id, sandbox: channel.sandbox, sextants, link: link.url() };
    if (picture !== null && place !== null && qr !== null) {
      live?.close();
      live = null;
      return await picture.show(qr.text, place, scanWords(said, qr));
    }
    picture?.clear();
    const style = { inverted: !colours, sextants };
    const isHidden = qr !== null && passkey === null && layOut(qr.text, windowSize(), style) === null;
    if (isHidden && !channel.sandbox) link.make();
    live ??= await openLivePairing(colours);
    live.show({
      ...said,
      ...windowSize(),
      status: channel.status,
      code,
      qr,
      passkey: passkey?.words ?? null,
      colours,
    });
  }

  return {
    show,
    close,
    async resized(conversation: Conversation | null) {
      if (picture === null || conversation === null) return;
      if (live === null) {
        picture.clear();
        // terminals break lines that no longer fit: nobody knows any more where the drawing begins
        process.stderr.write(`${CSI}H${CSI}2J`);
      }
      cell = (await askCell(conversation, windowSize())) ?? cell;
      if (latest !== null) await show(latest);
    },
  };
}

function windowSize(): { columns: number; rows: number } {
  const { columns = 80, rows = 24 } = process.stderr;
  return { columns, rows };
}

/** One after the other; what fails holds up nothing. */
function createTurns(): (work: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

/** Calls once after changes of the window's size that came together; what is returned ends it. */
function onResize(call: () => Promise<void>): () => void {
  let isWaiting = false;
  const listen = () => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      void call();
    });
  };
  process.stderr.on("resize", listen);
  return () => void process.stderr.off("resize", listen);
}
