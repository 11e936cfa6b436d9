import { Box } from "ink";
import type { Moment } from "../../../ui/live-view.tsx";
import { Text } from "../../../ui/text.tsx";
import { qrModules, smallestRoom } from "./draw-qr.ts";
import { layOut } from "./lay-out.ts";
import type { PairingState } from "./watch.ts";
import { type Said, scanWords, WORDS, wordsInstead } from "./words.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

export type PairingProps = {
  status: string;
  code: string | null;
  qr: PairingState["qr"];
  passkey: readonly string[] | null;
  colours: boolean;
  /** Of the terminal. */
  columns: number;
  rows: number;
} & Said &
  Moment;

/** The code to scan or to type, as large as the terminal allows, and what to do with it. */
export function PairingView(props: PairingProps) {
  const { status, code, qr, passkey, sextants, colours, frame } = props;
  if (passkey !== null) return <Waiting status="waiting for you" code={null} lines={passkey} frame={frame} />;
  if (qr === null) return <Waiting status={status} code={code} frame={frame} />;
  const laidOut = layOut(qr.text, props, { inverted: !colours, sextants });
  if (laidOut === null)
    return <Words words={wordsInstead(props, qr, smallestRoom(qrModules(qr.text), sextants))} />;
  return (
    <Box flexDirection={laidOut.isBelow ? "column" : "row"} columnGap={1}>
      <Code lines={laidOut.lines} colours={colours} />
      <Words words={scanWords(props, qr)} width={WORDS} />
    </Box>
  );
}

function Words({ words, width }: { words: readonly string[]; width?: number }) {
  return (
    <Box flexDirection="column" {...(width === undefined ? {} : { width })}>
      {words.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its row alone
        <Text key={row} bold={row === 0} dimColor={row > 2 && width !== undefined}>
          {line}
        </Text>
      ))}
    </Box>
  );
}

/** Black on white, whatever the colours of the terminal are. */
function Code({ lines, colours }: { lines: readonly string[]; colours: boolean }) {
  const paint = colours ? { color: "#000000", backgroundColor: "#ffffff" } : {};
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its row alone
        <Text key={row} wrap="truncate" {...paint}>
          {line}
        </Text>
      ))}
    </Box>
  );
}

type WaitingProps = { status: string; code: string | null; lines?: readonly string[]; frame: number };

function Waiting({ status, code, lines = [], frame }: WaitingProps) {
  return (
    <Box flexDirection="column">
      {lines.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {code !== null && status === "pairing" ? (
        <>
          <Text>
            {"Type this code on the phone: "}
            <Text bold color="green">
              {code}
            </Text>
          </Text>
          <Text>Settings, Linked devices, Link a device, Link with phone number instead</Text>
        </>
      ) : null}
      <Box gap={1}>
        <Text color="cyan">{FRAMES[frame % FRAMES.length]}</Text>
        <Text>{status === "pairing" ? "waiting for the phone" : status}</Text>
      </Box>
    </Box>
  );
}
