import type { Route } from "../template/definition.ts";

/** So much is handed to a channel's lane ahead of its sending. */
const SECONDS_AHEAD = 2;
const LEAST = 10;
const MOST = 500;

/** The room in the lanes of a broadcast's channels, and who is next. */
export type Room = {
  left(): number;
  /** The channel with the most room, from which it takes one place. */
  take(): Route;
};

/** The room there is while so many messages wait in each channel's lane. */
export function createRoom(routes: readonly [Route, ...Route[]], waiting: ReadonlyMap<string, number>): Room {
  const places = routes.map((route) => ({
    route,
    left: Math.max(0, targetOf(route) - (waiting.get(route.channel.id) ?? 0)),
  }));
  return {
    left: () => places.reduce((sum, { left }) => sum + left, 0),
    take() {
      const [first, ...others] = places;
      const most = others.reduce((best, one) => (one.left > (best?.left ?? 0) ? one : best), first);
      if (most === undefined) return routes[0];
      most.left -= 1;
      return most.route;
    },
  };
}

function targetOf({ channel, platform }: Route): number {
  const perSecond = platform.throughputOf?.(channel).per_second ?? LEAST;
  return Math.min(MOST, Math.max(LEAST, Math.ceil(perSecond * SECONDS_AHEAD)));
}
