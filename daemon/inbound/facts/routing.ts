import type { RoutedCall } from "../../../db/inbound/webhooks.ts";
import { changesOf, readInbound } from "../../providers/cloud-api/inbound/inbound.ts";
import type { Inbound, InboundTarget } from "../../providers/inbound.ts";

/** Meta's ids have some twenty characters; what is longer than this would not fit an index. */
const LONGEST_ROUTE = 200;

/** The calls of one route are processed one after another: those about one number, one account or one channel. */
export function routeOf(target: InboundTarget): string {
  const route =
    "channelId" in target
      ? `channel:${target.channelId}`
      : "phoneNumberId" in target
        ? `number:${target.phoneNumberId}`
        : `account:${target.accountId}`;
  return route.slice(0, LONGEST_ROUTE);
}

/**
 * Meta's call as it is stored: whole when all of it is of one route, which nearly every call is; split by route
 * otherwise. None when nothing in it concerns us. A call that can't be read goes to the route ''.
 */
export function routedCalls(body: string): RoutedCall[] {
  try {
    const routes = routesOf(readInbound(body));
    const [route] = routes;
    if (route === undefined) return [];
    return routes.length === 1 ? [{ route, body }] : changesOf(body).flatMap(routedChange);
  } catch {
    return [{ route: "", body }];
  }
}

function routedChange(body: string): RoutedCall[] {
  return routesOf(readInbound(body)).map((route) => ({ route, body }));
}

/** Messages of before have a route of their own: a message of now does not wait behind thousands of them. */
function routeOfChange({ target, facts }: Inbound): string {
  const route = routeOf(target);
  return facts.some(({ kind }) => kind === "past") ? `past:${route}`.slice(0, LONGEST_ROUTE) : route;
}

function routesOf(inbound: readonly Inbound[]): string[] {
  const withFacts = inbound.filter(({ facts }) => facts.length > 0);
  return [...new Set(withFacts.map(routeOfChange))];
}
