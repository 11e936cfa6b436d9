import { Box, Text } from "ink";

const WIDTH = 24;

export type ImportProgressProps = { label: string; share: number; detail: string };

/** One line: a bar, how much of it is done, and the rate. */
export function ImportProgress({ label, share, detail }: ImportProgressProps) {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * WIDTH);
  return (
    <Box gap={1}>
      <Text>{label.padEnd(9)}</Text>
      <Text>
        <Text color="green">{"█".repeat(filled)}</Text>
        <Text dimColor>{"░".repeat(WIDTH - filled)}</Text>
      </Text>
      <Text>{`${Math.floor(share * 100)} %`.padStart(5)}</Text>
      <Text dimColor>{detail}</Text>
    </Box>
  );
}
