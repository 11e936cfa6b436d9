import { Box } from "ink";
import { Text } from "../../ui/text.tsx";

const STEPS: readonly string[] = ["queued", "sending", "sent", "delivered", "read"];
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

export type SendProgressProps = {
  to: string;
  target: string;
  status: string;
  elapsedMs: number;
  frame: number;
};

/** One line: where the message is on its way to the status waited for. */
export function SendProgress({ to, target, status, elapsedMs, frame }: SendProgressProps) {
  const reached = STEPS.indexOf(status === "played" ? "read" : status);
  const goal = STEPS.indexOf(target);
  return (
    <Box gap={1}>
      <Text color="cyan">{FRAMES[frame % FRAMES.length]}</Text>
      <Text>{to}</Text>
      {STEPS.slice(0, goal + 1).map((step, index) => (
        <Text key={step} {...(index <= reached ? { color: "green" } : {})} dimColor={index > reached}>
          {index <= reached ? `✓ ${step}` : `· ${step}`}
        </Text>
      ))}
      {reached === -1 ? <Text>{status}</Text> : null}
      <Text dimColor>{`${(elapsedMs / 1_000).toFixed(1)}s`}</Text>
    </Box>
  );
}
