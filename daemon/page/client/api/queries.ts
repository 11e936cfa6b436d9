import {
  type QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { call, newIdempotencyKey, type RequestOf, type ResponseOf, type Route, type RowOf } from "./call.ts";
import { announceChange } from "./changed.ts";
import { asProblem, type Problem } from "./problem.ts";
import { againIn } from "./query-client.ts";

type AskOptions = {
  enabled?: boolean;
  /** Of what no event makes old: it is read again each time that somebody asks for it. */
  isReadEachTime?: boolean;
};
type AskOneOptions<Name extends Route> = AskOptions & {
  /** Of what is no event: it is read again while it is not over. */
  isOver?: (response: ResponseOf<Name>) => boolean;
};
/** How soon what is not over is read again: at first, and after many times, as of what takes minutes. */
const SOON_MS = 600;
const LATEST_MS = 10_000;

/** Reads one thing of the API, and keeps it true while it is shown: live changes find it by the route and its path. */
export function useAsk<Name extends Route>(
  route: Name,
  request: RequestOf<Name>,
  { enabled = true, isReadEachTime = false, isOver = () => true }: AskOneOptions<Name> = {},
): UseQueryResult<ResponseOf<Name>, Problem> {
  return useQuery<ResponseOf<Name>, Problem>({
    queryKey: [route, request],
    queryFn: ({ signal }) => call(route, request, { signal }),
    enabled,
    ...(isReadEachTime && { staleTime: 0 }),
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) =>
      error === null && data !== undefined && !isOver(data)
        ? Math.min(LATEST_MS, SOON_MS * 1.1 ** dataUpdateCount)
        : againIn(error),
  });
}

/** A list of the API, page by page. */
export type List<Row> = {
  rows: readonly Row[];
  isPending: boolean;
  problem: Problem | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  refresh: () => void;
};

/** Reads a list; `loadMore` appends its next page. */
export function useList<Name extends Route>(
  route: Name,
  request: RequestOf<Name>,
  { enabled = true }: AskOptions = {},
): List<RowOf<Name>> {
  const result = useInfiniteQuery({
    queryKey: [route, request, "pages"],
    queryFn: async ({ signal, pageParam }) =>
      (await call(route, withCursor(request, pageParam), { signal })) as unknown as PageOf<RowOf<Name>>,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.meta?.next_cursor ?? null,
    enabled,
  });
  return {
    rows: result.data?.pages.flatMap((page) => page.data) ?? [],
    isPending: result.isPending && enabled,
    problem: result.error === null ? null : asProblem(result.error),
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => void result.fetchNextPage(),
    refresh: () => void result.refetch(),
  };
}

type PageOf<Row> = { data: Row[]; meta?: { next_cursor?: string | null } };

function withCursor<Name extends Route>(request: RequestOf<Name>, cursor: string | null): RequestOf<Name> {
  if (cursor === null) return request;
  const { query = {} } = request as { query?: object };
  return { ...request, query: { ...query, cursor } };
}

/** A change that can be made: `run` makes it, and resolves with null if it was refused, which `problem` then says. */
export type Change<Name extends Route> = {
  run: (request: RequestOf<Name>) => Promise<ResponseOf<Name> | null>;
  isRunning: boolean;
  problem: Problem | null;
  clear: () => void;
};

type ChangeOptions<Name extends Route> = {
  /** Called with what the API answered. */
  done?: (response: ResponseOf<Name>) => void;
  /** Called with why it was refused, where that is not shown as `problem`. */
  refused?: (problem: Problem) => void;
  /** Beginnings of paths of which more was changed than the route's own, such as `/v1/channels`. */
  touches?: readonly string[];
};

/**
 * Makes a change by the API. What was read of the same noun is read again, since not all changes are events. The same
 * request that failed on its way keeps its idempotency key when it is made again.
 */
export function useChange<Name extends Route>(
  route: Name,
  { done, refused, touches = [] }: ChangeOptions<Name> = {},
): Change<Name> {
  const client = useQueryClient();
  const intention = useRef({ of: "", key: "" });
  const running = useRef(new Map<string, Promise<ResponseOf<Name> | null>>());
  const mutation = useMutation<ResponseOf<Name>, Problem, RequestOf<Name>>({
    mutationFn: (request) => {
      const of = JSON.stringify(request);
      if (intention.current.of !== of) intention.current = { of, key: newIdempotencyKey() };
      return call(route, request, { idempotencyKey: intention.current.key });
    },
    onError: (problem, request) => {
      running.current.delete(JSON.stringify(request));
      refused?.(problem);
    },
    onSuccess: async (response, request) => {
      intention.current = { of: "", key: "" };
      // the same again is another change, also while this one is being read again
      running.current.delete(JSON.stringify(request));
      done?.(response);
      const paths = [nounOf(route), ...touches];
      for (const path of paths) announceChange(path);
      await Promise.all(paths.map((path) => readAgain(client, path)));
    },
  });
  return {
    run(request) {
      const of = JSON.stringify(request);
      // somebody pressed twice, before the button showed that it works
      const known = running.current.get(of);
      if (known !== undefined) return known;
      const made = mutation.mutateAsync(request).catch(() => null);
      running.current.set(of, made);
      return made;
    },
    isRunning: mutation.isPending,
    problem: mutation.error === null ? null : asProblem(mutation.error),
    clear: mutation.reset,
  };
}

/** Reads again what is shown of paths that begin so; what is not shown, when it is. */
export async function readAgain(client: QueryClient, path: string): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [route] }) => isBelow(String(route), path),
    // a tab that nobody sees reads when it is seen
    refetchType: document.hidden ? "none" : "active",
  });
}

/** WhatsApp is asked at each reading of what is below it, and counts how often. */
export const ASKED_AT_WHATSAPP = "/v1/channels/{id}/username";
/** The same of what paired numbers show of themselves. */
export const ASKED_FOR_PROFILES = "/v1/channels/{id}/profile";
const FAR = [ASKED_AT_WHATSAPP, ASKED_FOR_PROFILES];

/** Whether a route reads below a path. What WhatsApp is asked for is below its own alone, not below all of channels. */
export function isBelow(route: string, path: string): boolean {
  const far = FAR.find((one) => route.startsWith(`GET ${one}`));
  return route.startsWith(`GET ${path}`) && (far === undefined || path.startsWith(far));
}

/** `/v1/channels` of `POST /v1/channels/{id}/reconnect`. */
export function nounOf(route: Route): string {
  return /^\w+ (\/v1\/[\w-]+)/.exec(route)?.[1] ?? "/v1/";
}
