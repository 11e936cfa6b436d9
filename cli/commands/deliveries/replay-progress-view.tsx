import { Box } from "ink";
import type { Moment } from "../../ui/live-view.tsx";
import { Text } from "../../ui/text.tsx";
import { describeProgress, type FollowedReplay, shareDone } from "./replay-share.ts";

const WIDTH = 30;

/** A bar: how many of the deliveries have been made, or how far they are counted. */
export function ReplayProgress(replay: FollowedReplay & Moment) {
  const { exhausted, elapsedMs } = replay;
  const filled = Math.floor(WIDTH * shareDone(replay));
  return (
    <Box gap={1}>
      <Text>
        <Text color="green">{"█".repeat(filled)}</Text>
        <Text dimColor>{"░".repeat(WIDTH - filled)}</Text>
      </Text>
      <Text>{describeProgress(replay)}</Text>
      {exhausted === 0 ? null : <Text color="red">{`${exhausted} failed`}</Text>}
      <Text dimColor>{`${(elapsedMs / 1_000).toFixed(0)}s`}</Text>
    </Box>
  );
}
