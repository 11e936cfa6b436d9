import type { RequestOf, ResponseOf, Route } from "../../../daemon/start/types/routes.ts";
import { failure, usageFailure } from "../failures/failure.ts";
import type { Settings } from "../settings/settings.ts";
import type { Spinner } from "../terminal/spinner.ts";
import { PAUSES_MS, withAttempts } from "./attempts.ts";
import { refusal } from "./refusal.ts";
import { type PlannedRequest, planRequest } from "./request.ts";
import { unreachable } from "./unreachable.ts";

export type CallOptions = {
  idempotencyKey?: string | undefined;
  timeoutMs?: number | undefined;
  /** Shown while it waits, in place of the daemon's host. */
  label?: string;
};

/**
 * The API, typed by the daemon's routes (`route-types.ts`). Rejects with a `Failure` that says what to do.
 * Eden would be typed the same way, but puts ids into paths as they are, so that one with a slash reaches
 * another route, turns texts that look like dates into dates, and says 503 where nobody responded.
 */
export type Client = {
  call<Name extends Route>(
    route: Name,
    request: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<ResponseOf<Name>>;
};

export type ClientOptions = {
  settings: Pick<Settings, "url" | "proxy" | "apiKey" | "token" | "keySource" | "withheldFor" | "profile">;
  timeoutMs?: number;
  /** Pauses before further attempts; as many further attempts as there are pauses. */
  pausesMs?: readonly number[];
  /** Shows that a response is waited for. */
  spinner?: Spinner;
  /** Called when the daemon that responded runs with a sandbox. */
  onSandbox?: () => void;
};

/**
 * Calls are repeated when the connection fails or the response is 503. That is
 * safe for POST because every attempt carries the same `Idempotency-Key`.
 */
export function createClient({
  settings,
  timeoutMs = 30_000,
  pausesMs = PAUSES_MS,
  spinner = (_, work) => work(),
  onSandbox = () => {},
}: ClientOptions): Client {
  return {
    async call<Name extends Route>(route: Name, request: RequestOf<Name>, options: CallOptions = {}) {
      const planned = planRequest(route, request, options.idempotencyKey);
      const attempt = () => send(settings, planned, options.timeoutMs ?? timeoutMs);
      const label = options.label ?? waitingFor(settings.url);
      const received = await spinner(label, () => withAttempts(attempt, pausesMs));
      if (received.response.headers.has("waypost-sandbox")) onSandbox();
      if (!received.response.ok) throw refusal(received.response, received.text, settings);
      return read(received.text, settings.url) as ResponseOf<Name>;
    },
  };
}

type Received = { response: Response; text: string };

async function send(
  settings: ClientOptions["settings"],
  planned: PlannedRequest,
  timeoutMs: number,
): Promise<Received> {
  const headers = { ...planned.headers, ...requestHeaders(settings) };
  try {
    const response = await fetch(settings.url + planned.path, {
      method: planned.method,
      headers,
      body: planned.body ?? null,
      // The key must not follow a redirect to another host.
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { response, text: await response.text() };
  } catch (error) {
    throw unreachable(settings, timeoutMs, error);
  }
}

/** The headers that say who asks. Throws a usage failure where the profile's key is for another address. */
export function requestHeaders({
  url,
  apiKey,
  token,
  profile,
  withheldFor,
}: Pick<Settings, "url" | "apiKey" | "token" | "profile" | "withheldFor">): Record<string, string> {
  if (withheldFor !== null)
    throw usageFailure(
      `the key of profile '${profile}' is for ${withheldFor} and is not sent to ${url}`,
      `Set a key for it in WAYPOST_API_KEY, or save one: waypost login --url ${url} --profile <name>`,
    );
  if (apiKey !== null) return { "x-api-key": apiKey };
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** The spinner's text for a request. */
export function waitingFor(url: string): string {
  return `Waiting for ${new URL(url).host}`;
}

function read(text: string, url: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw failure(`${url} responded with something that is not JSON`, {
      hint: "Is this the address of a Waypost daemon?",
    });
  }
}
