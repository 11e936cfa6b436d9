import { Box } from "ink";
import { ProgressBar, type Step } from "../../ui/progress-bar.tsx";
import { Text } from "../../ui/text.tsx";
import { plot, type Sample } from "./series.ts";

/** How far a broadcast is: its bar, how its counts went, and why messages failed. */
export type BroadcastProgress = Step & {
  samples: readonly Sample[];
  people: number;
  reasons: readonly string[];
};

const LINES: [name: keyof Sample, colour: string][] = [
  ["delivered", "green"],
  ["read", "cyan"],
  ["failed", "red"],
];

/** A bar, a line for each count over time, and the reasons of failures. */
export function BroadcastView({ samples, people, reasons, ...step }: BroadcastProgress) {
  return (
    <Box flexDirection="column">
      <ProgressBar {...step} />
      {LINES.map(([name, colour]) => (
        <Box key={name} gap={1}>
          <Box flexShrink={0}>
            <Text>{name.padEnd(9)}</Text>
          </Box>
          <Text color={colour} wrap="truncate">
            {plot(
              samples.map((sample) => sample[name]),
              people,
            )}
          </Text>
          <Box flexShrink={0}>
            <Text dimColor>{String(samples.at(-1)?.[name] ?? 0)}</Text>
          </Box>
        </Box>
      ))}
      {reasons.map((reason) => (
        <Text key={reason} dimColor wrap="truncate">
          {reason}
        </Text>
      ))}
    </Box>
  );
}
