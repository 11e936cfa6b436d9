import type { Cli } from "../lib/command/cli.ts";
import type { LiveView } from "./live-view.tsx";
import type { Step } from "./progress-bar.tsx";

const LINE_MS = 5_000;
/** Of less than this much, nothing can be said of the rest. */
const LEAST_SHARE = 0.01;

/** Shows how far something is, until it is closed. */
export type Bar = LiveView<Step>;

/**
 * Shows on standard error how far something is: a bar drawn in place on a
 * terminal, a line every five seconds otherwise, nothing with --quiet.
 */
export async function openProgressBar(cli: Cli): Promise<Bar> {
  if (cli.flags.quiet) return { show: () => {}, close: () => {} };
  if (!cli.terminal.canRedraw || cli.output.format === "json") return lines(cli);
  // loaded here because the terminal library takes a while to load
  const { openLiveView } = await import("./live-view.tsx");
  const load = async () => (await import("./progress-bar.tsx")).ProgressBar;
  return openLiveView<Step>(load, cli.terminal.errorColours);
}

function lines({ output }: Cli): Bar {
  let shownAt = performance.now();
  return {
    show({ label, share, detail }) {
      if (performance.now() - shownAt < LINE_MS) return;
      shownAt = performance.now();
      output.note(`${label}${share === null ? "" : ` ${Math.floor(share * 100)} %`}  ${detail}`);
    },
    close: () => {},
  };
}

/** Computes rate and time left of a transfer that continues at `from`. */
export function createMeter(unit: string, from = 0): (done: number, share: number | null) => string {
  const startedAt = performance.now();
  return (done, share) => {
    const seconds = (performance.now() - startedAt) / 1000;
    const rate = seconds === 0 ? 0 : (done - from) / seconds;
    const isKnown = share !== null && share >= LEAST_SHARE && rate > 0;
    const left = isKnown ? `  ${duration((done / share - done) / rate)} left` : "";
    return `${count(done)} ${unit}  ${count(rate)}/s${left}`;
  };
}

/**
 * Lets bytes through, of which there are `size` unless nobody knows, and shows how many have passed; `from` passed
 * before.
 */
export function countBytes(
  progress: Bar,
  label: string,
  size: number | null,
  from = 0,
): TransformStream<Uint8Array, Uint8Array> {
  const meter = createMeter("bytes", from);
  let passed = from;
  return new TransformStream({
    transform(chunk, controller) {
      passed += chunk.length;
      const share = size === null || size === 0 ? null : passed / size;
      progress.show({ label, share, detail: meter(passed, share) });
      controller.enqueue(chunk);
    },
  });
}

function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
