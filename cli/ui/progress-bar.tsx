import { Box } from "ink";
import type { Step } from "./progress.ts";
import { Text } from "./text.tsx";

const WIDTH = 24;

/** One line: a bar, how much of it is done, and the rate; no bar where nobody knows how much there is. */
export function ProgressBar({ label, share, detail }: Step) {
  return (
    <Box gap={1}>
      <Text>{label.padEnd(9)}</Text>
      {share === null ? null : <Share share={Math.min(1, Math.max(0, share))} />}
      <Text dimColor wrap="truncate">
        {detail}
      </Text>
    </Box>
  );
}

function Share({ share }: { share: number }) {
  const filled = Math.round(share * WIDTH);
  return (
    <Box gap={1} flexShrink={0}>
      <Text>
        <Text color="green">{"█".repeat(filled)}</Text>
        <Text dimColor>{"░".repeat(WIDTH - filled)}</Text>
      </Text>
      <Text>{`${Math.floor(share * 100)} %`.padStart(5)}</Text>
    </Box>
  );
}
