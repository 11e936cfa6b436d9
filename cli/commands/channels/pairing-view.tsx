import { Box } from "ink";
import type { Moment } from "../../ui/live-view.tsx";
import { Text } from "../../ui/text.tsx";
import { drawQr, qrModules, type Room, smallestRoom } from "./draw-qr.ts";
import { scanCommand } from "./scan-command.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;
/** Columns of the words beside or below the code. */
const WORDS = 40;
const WORD_LINES = 7;

export type PairingProps = {
  id: string;
  status: string;
  sandbox: boolean;
  code: string | null;
  qr: { text: string; attempt: number; expiresAt: string | null } | null;
  passkey: readonly string[] | null;
  /** Whether the code may be drawn with sextants. */
  sextants: boolean;
  colours: boolean;
  /** Of the terminal. */
  columns: number;
  rows: number;
} & Moment;

/** The code to scan or to type, as large as the terminal allows, and what to do with it. */
export function PairingView(props: PairingProps) {
  const { status, code, qr, passkey, sextants, colours, columns, rows, frame } = props;
  if (passkey !== null) return <Waiting status="waiting for you" code={null} lines={passkey} frame={frame} />;
  if (qr === null) return <Waiting status={status} code={code} frame={frame} />;
  const modules = qrModules(qr.text);
  const style = { inverted: !colours, sextants };
  // One line is left free: a drawing that fills the terminal would be scrolled at each change.
  const below = drawQr(modules, { columns, rows: rows - WORD_LINES - 1 }, style);
  const beside = drawQr(modules, { columns: columns - WORDS - 1, rows: rows - 1 }, style);
  const isBelow = below !== null && (beside === null || below.length >= beside.length);
  const lines = isBelow ? below : beside;
  return (
    <Box flexDirection={isBelow ? "column" : "row"} columnGap={1}>
      <Code lines={lines} colours={colours} />
      <Box flexDirection="column" {...(lines === null ? {} : { width: WORDS })}>
        {wordsOf(props, qr, lines === null ? smallestRoom(modules, sextants) : null).map((line, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its row alone
          <Text key={row} bold={row === 0} dimColor={row > 2}>
            {line}
          </Text>
        ))}
      </Box>
    </Box>
  );
}

/** How to use the code; with a size that it needs, how to make it visible. */
function wordsOf(
  { id, sandbox, sextants }: PairingProps,
  { attempt, expiresAt }: NonNullable<PairingProps["qr"]>,
  needed: Room | null,
): string[] {
  const which = `Code ${attempt}${secondsLeft(expiresAt)}`;
  if (sandbox) {
    const scan = scanCommand(id);
    // beside nothing, the command has the whole width
    if (needed !== null)
      return [
        "Sandbox: no need to see the code. Scan it with",
        scan.join(" "),
        which,
        ...larger(needed, sextants),
      ];
    const [phone, ...options] = scan;
    return ["Sandbox: scan with", phone, ...options.map((option) => `  ${option}`), which];
  }
  const title = ["Scan this with WhatsApp on the phone", "Settings, Linked devices, Link a device", which];
  if (needed === null) {
    return [
      ...title,
      "Can't scan it? Ctrl-C, then:",
      `waypost channels pair`,
      `  ${id}`,
      "  --code --phone <number>",
    ];
  }
  return [
    ...larger(needed, sextants),
    "Or make its font smaller. Or Ctrl-C, then:",
    "waypost channels pair",
    `  ${id}`,
    "  --png code.png",
  ];
}

/** How to see a code that needs so much room, in lines of `WORDS` columns. */
function larger({ columns, rows }: Room, sextants: boolean): string[] {
  return [
    `Make the window larger (${Math.max(WORDS, columns)} x ${rows + WORD_LINES + 1})`,
    `to see the code${sextants ? "." : ", or add `--sextants`."}`,
  ];
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

function secondsLeft(expiresAt: string | null): string {
  if (expiresAt === null) return "";
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1_000));
  return `, a new one in ${seconds} s`;
}
