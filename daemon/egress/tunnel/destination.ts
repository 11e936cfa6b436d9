import { ProxyFailure } from "../proxy-failure.ts";

/** Where a connection leads: a name goes to the proxy as it is. */
export type Destination = { host: string; port: number };

/** The proxy refused this user, or (`isKnown` is false) a connection without one. */
export function refusedUser(isKnown: boolean): ProxyFailure {
  return new ProxyFailure(
    isKnown
      ? "the channel's proxy refused the user name or password"
      : "the channel's proxy wants a user name and password",
  );
}

export function notConnected({ host, port }: Destination, why: string): ProxyFailure {
  return new ProxyFailure(`the channel's proxy did not connect to ${host}:${port}: ${why}`);
}
