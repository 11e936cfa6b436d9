import { Box } from "ink";
import type { Moment } from "../../ui/live-view.tsx";
import { Text } from "../../ui/text.tsx";
import { drawQr, qrModules } from "./draw-qr.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;
/** Columns of the words beside or below the code. */
const WORDS = 40;
const WORD_LINES = 7;

export type PairingProps = {
  id: string;
  status: string;
  code: string | null;
  qr: { text: string; attempt: number; expiresAt: string | null } | null;
  colours: boolean;
  /** Of the terminal. */
  columns: number;
  rows: number;
} & Moment;

/** The code to scan or to type, as large as the terminal allows, and what to do with it. */
export function PairingView({ id, status, code, qr, colours, columns, rows, frame }: PairingProps) {
  if (qr === null) return <Waiting status={status} code={code} frame={frame} />;
  const modules = qrModules(qr.text);
  // One line is left free: a drawing that fills the terminal would be scrolled at each change.
  const below = drawQr(modules, { columns, rows: rows - WORD_LINES - 1 }, !colours);
  const beside = drawQr(modules, { columns: columns - WORDS - 1, rows: rows - 1 }, !colours);
  const isBelow = below !== null && (beside === null || below.length >= beside.length);
  const lines = isBelow ? below : beside;
  return (
    <Box flexDirection={isBelow ? "column" : "row"} columnGap={1}>
      <Code lines={lines} colours={colours} />
      <Box flexDirection="column" width={WORDS}>
        <Text bold>Scan this with WhatsApp on the phone</Text>
        <Text>Settings, Linked devices, Link a device</Text>
        <Text dimColor>{`Code ${qr.attempt}${secondsLeft(qr.expiresAt)}`}</Text>
        <Text dimColor>
          {lines === null ? "The window is too small for it." : "Can't scan it? Ctrl-C, then:"}
        </Text>
        <Text dimColor>waypost channels pair</Text>
        <Text dimColor>{`  ${id}`}</Text>
        <Text dimColor>{lines === null ? "  --png code.png" : "  --code --phone <number>"}</Text>
      </Box>
    </Box>
  );
}

/** Black on white, whatever the colours of the terminal are. */
function Code({ lines, colours }: { lines: string[] | null; colours: boolean }) {
  if (lines === null) return null;
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

function Waiting({ status, code, frame }: { status: string; code: string | null; frame: number }) {
  return (
    <Box flexDirection="column">
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

function secondsLeft(expiresAt: string | null): string {
  if (expiresAt === null) return "";
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1_000));
  return `, a new one in ${seconds} s`;
}
