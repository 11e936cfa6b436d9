import { Box } from "ink";
import { Text } from "../../ui/text.tsx";
import { clockTime, TYPE_WIDTH } from "../events/print.ts";
import { detailLines } from "./details.ts";
import { type Attempt, isTaken } from "./forward.ts";
import { chosenIndex, type Entry, type Session } from "./session.ts";

export type ListenViewProps = {
  session: Session;
  target: { url: string; secret: string };
  /** Whether it has ended: no key does anything any more. */
  isOver: boolean;
} & Size;

type Size = { rows: number; columns: number };

/** Lines that are not the list's: two of the heading, one of the keys, two empty ones, and one below. */
const OTHER_LINES = 6;

/** Where events go and how each was answered; or one of them in full. */
export function ListenView({ session, target, isOver, ...size }: ListenViewProps) {
  const { height, width } = room(size);
  const entry = session.entries[chosenIndex(session)];
  const showsDetails = session.scroll !== null && entry !== undefined;
  return (
    <Box flexDirection="column" width={width}>
      <Heading session={session} target={target} />
      <Box flexDirection="column" marginTop={1} marginBottom={1}>
        {showsDetails ? (
          <Details entry={entry} height={height} width={width} scroll={session.scroll ?? 0} />
        ) : (
          <List session={session} height={height} />
        )}
      </Box>
      {isOver ? null : (
        <Text dimColor wrap="truncate">
          {showsDetails
            ? "↑↓ scroll  ·  esc back  ·  r send again  ·  q quit"
            : "↑↓ choose  ·  enter details  ·  r send again  ·  q quit"}
        </Text>
      )}
    </Box>
  );
}

/** How far the details of the chosen entry can be scrolled. */
export function lastScroll(session: Session, size: Size): number {
  const { height, width } = room(size);
  const entry = session.entries[chosenIndex(session)];
  return entry === undefined ? 0 : Math.max(0, detailLines(entry, width).length - height);
}

function room({ rows, columns }: Size): { height: number; width: number } {
  return { height: Math.max(3, rows - OTHER_LINES), width: Math.max(20, columns - 1) };
}

function Heading({ session, target }: Pick<ListenViewProps, "session" | "target">) {
  return (
    <>
      <Text wrap="truncate">
        <Text color={session.connected ? "green" : "yellow"}>●</Text>
        {session.connected ? " connected, forwarding to " : ` ${session.connection}`}
        {session.connected ? <Text bold>{target.url}</Text> : null}
      </Text>
      <Text wrap="truncate">
        <Text dimColor>{"  signed with "}</Text>
        {target.secret}
      </Text>
    </>
  );
}

function List({ session, height }: { session: Session; height: number }) {
  const { entries } = session;
  if (entries.length === 0) return <Text dimColor>{"  Waiting for events."}</Text>;
  const chosen = chosenIndex(session);
  const first = Math.max(0, Math.min(chosen - Math.floor(height / 2), entries.length - height));
  return entries
    .slice(first, first + height)
    .map((entry, index) => <Row key={entry.event.id} entry={entry} chosen={first + index === chosen} />);
}

function Row({ entry: { event, attempts, underway }, chosen }: { entry: Entry; chosen: boolean }) {
  const last = attempts.at(-1);
  return (
    <Text wrap="truncate" bold={chosen}>
      <Text color="cyan">{chosen ? "› " : "  "}</Text>
      <Text dimColor>{clockTime(event.created_at)}</Text>
      {`  ${event.type.padEnd(TYPE_WIDTH)}  `}
      {last === undefined ? null : <ResponseLines attempt={last} />}
      {underway > 0 ? <Text color="yellow">{last === undefined ? "…" : "  …"}</Text> : null}
      {attempts.length > 1 ? <Text color="yellow">{`  ×${attempts.length}`}</Text> : null}
      {event.test ? <Text dimColor>{"  test"}</Text> : null}
    </Text>
  );
}

function ResponseLines({ attempt }: { attempt: Attempt }) {
  const { status, error, durationMs } = attempt;
  return (
    <>
      <Text color={isTaken(attempt) ? "green" : "red"}>{String(status ?? error)}</Text>
      <Text dimColor>{`  ${durationMs} ms`}</Text>
    </>
  );
}

function Details({
  entry,
  height,
  width,
  scroll,
}: {
  entry: Entry;
  height: number;
  width: number;
  scroll: number;
}) {
  const lines = detailLines(entry, width);
  const first = Math.max(0, Math.min(scroll, lines.length - height));
  return lines.slice(first, first + height).map(({ text, kind }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
    <Text key={first + index} wrap="truncate" bold={kind === "title"} dimColor={kind === "quiet"}>
      {text === "" ? " " : text}
    </Text>
  ));
}
