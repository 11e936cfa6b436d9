import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { asProblem, type Problem } from "./problem.ts";

const AGAIN_MS = 5000;

/** Nothing is asked again by itself but what an event made old, and what failed for the moment. */
export function createQueryClient(): QueryClient {
  /** Who is refused something has fewer permissions than they had: the page shows what they may do now. */
  const onError = (cause: unknown) => {
    if (asProblem(cause).status === 403) void client.invalidateQueries({ queryKey: ["GET /v1/auth/me"] });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // without a network a request fails, and is not made hours later
        networkMode: "always",
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 10 * 60_000,
        // what became old while nobody looked
        refetchOnWindowFocus: true,
        refetchOnReconnect: false,
        retry: (count, cause) => count < 2 && isPassing(asProblem(cause)),
        // what is shown as failed is asked again until it is there: a database that is back is no event
        refetchInterval: ({ state: { error } }) => againIn(error),
      },
      mutations: {
        networkMode: "always",
        retry: (count, cause) => count < 2 && isPassing(asProblem(cause)),
      },
    },
  });
  return client;
}

/** Whether the same request may succeed in a moment. Repeating a change is safe: it keeps its idempotency key. */
function isPassing({ status }: Problem): boolean {
  return status === 0 || status === 503;
}

/** In how many milliseconds what failed is asked again by itself; false for what would fail again. */
export function againIn(error: Error | null): number | false {
  return error !== null && isPassing(asProblem(error)) && AGAIN_MS;
}
