import { Failure } from "../failures/failure.ts";

/** Before each further attempt; as many further attempts as there are pauses. */
export const PAUSES_MS = [150, 400, 1_000] as const;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Repeats a request when the connection fails, the response is 503, or a 429 asks for a short pause; after the pause that
 * the response asks for or, if longer, that of `pausesMs`. Every attempt must be safe to repeat: the same `Idempotency-Key`, a body that stays.
 */
export async function withAttempts<Answer extends { response: Response }>(
  attempt: () => Promise<Answer>,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<Answer> {
  for (const pauseMs of pausesMs) {
    const answer = await attempt().catch((error: unknown) => {
      if (error instanceof Failure && error.details.code === "connection_failed") return null;
      throw error;
    });
    if (answer !== null && !isRepeated(answer.response)) return answer;
    await Bun.sleep(pauseFor(answer?.response, pauseMs));
  }
  return attempt();
}

/** Nobody is kept waiting for long: a limit that lasts is said. */
function isRepeated({ status, headers }: Response): boolean {
  if (status === 503) return true;
  const requested = Number(headers.get("retry-after") ?? Number.POSITIVE_INFINITY) * 1_000;
  return status === 429 && requested <= LONGEST_PAUSE_MS;
}

function pauseFor(response: Response | undefined, pauseMs: number): number {
  const requested = Number(response?.headers.get("retry-after") ?? 0) * 1_000;
  return Math.min(Math.max(pauseMs, Number.isFinite(requested) ? requested : 0), LONGEST_PAUSE_MS);
}
