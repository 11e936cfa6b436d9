import { Box } from "ink";
import { Text } from "./text.tsx";

/** How far something is, from 0 to 1, or null when nobody knows how much there is; and what there is to say of it. */
export type Step = { label: string; share: number | null; detail: string };

const WIDTH = 24;

/** One line: a bar, how much of it is done, and the rate; no bar where nobody knows how much there is. */
export function ProgressBar({ label, share, detail }: Step) {
  return (
    <Box gap={1}>
      <Box flexShrink={0}>
        <Text>{label.padEnd(9)}</Text>
      </Box>
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
