import { Box } from "ink";
import type { Replay } from "../lib/webhook-types.ts";
import type { Moment } from "./live-view.tsx";
import { Text } from "./text.tsx";

const WIDTH = 30;

/** A bar: how many of the deliveries have been made. */
export function ReplayProgress({ matched, succeeded, exhausted, elapsedMs }: Replay & Moment) {
  const done = succeeded + exhausted;
  const filled = matched === 0 ? WIDTH : Math.min(WIDTH, Math.floor((WIDTH * done) / matched));
  return (
    <Box gap={1}>
      <Text>
        <Text color="green">{"█".repeat(filled)}</Text>
        <Text dimColor>{"░".repeat(WIDTH - filled)}</Text>
      </Text>
      <Text>{`${done.toLocaleString("en")} of ${matched.toLocaleString("en")} delivered`}</Text>
      {exhausted === 0 ? null : <Text color="red">{`${exhausted} failed`}</Text>}
      <Text dimColor>{`${(elapsedMs / 1_000).toFixed(0)}s`}</Text>
    </Box>
  );
}
