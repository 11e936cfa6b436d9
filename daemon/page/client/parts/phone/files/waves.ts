/** So many bars are drawn of a recording. */
export const BARS = 48;
/** Larger recordings are not read as a whole only to be drawn. */
const LARGEST = 1024 * 1024;
const MOST_KEPT = 200;
/** Enough to see how loud it is, and the least that browsers take. */
const RATE = 8000;

const kept = new Map<string, Promise<readonly number[] | null>>();

/** How loud a recording is from its beginning to its end, 0 to 1, by its sound; null where that can't be read. */
export function wavesOf(source: string): Promise<readonly number[] | null> {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  const waves = readWaves(source).catch(() => null);
  kept.set(source, waves);
  return waves;
}

async function readWaves(source: string): Promise<readonly number[] | null> {
  const response = await fetch(source);
  const isSmall = Number(response.headers.get("content-length") ?? 0) <= LARGEST;
  if (!response.ok || !isSmall) return null;
  const context = new OfflineAudioContext(1, 1, RATE);
  const sound = await context.decodeAudioData(await response.arrayBuffer());
  return loudness(sound.getChannelData(0));
}

/** The same by the values that the app of its sender drew it by, 0 to 100; null where there are none. */
export function givenWaves(waveform: unknown): readonly number[] | null {
  if (!Array.isArray(waveform) || waveform.length === 0) return null;
  return resampled(waveform.slice(0, 256).map((one) => Math.min(1, Math.max(0, Number(one) / 100 || 0))));
}

function loudness(samples: Float32Array): readonly number[] {
  const each = Math.max(1, Math.floor(samples.length / BARS));
  const bars = Array.from({ length: BARS }, (_, bar) => {
    let most = 0;
    for (let at = bar * each; at < (bar + 1) * each; at++) most = Math.max(most, Math.abs(samples[at] ?? 0));
    return most;
  });
  const loudest = Math.max(...bars, 0.01);
  return bars.map((one) => one / loudest);
}

function resampled(values: readonly number[]): readonly number[] {
  return Array.from({ length: BARS }, (_, bar) => values[Math.floor((bar * values.length) / BARS)] ?? 0);
}
