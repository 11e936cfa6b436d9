/** The promises of the service itself: keys, bounds, errors. */
import type { Call, History, Sample } from "../history/history.ts";
import { type Finding, found } from "./violation.ts";

const GRACE_MS = 1000;
/** The most that a daemon may take in a world of this size; connections that were cut count for a moment longer. */
const MOST = { megabytes: 600, files: 250, connections: 30 };
/** The most that it may hold when all is done: of connections, what docs/scale.md names. */
const MOST_AT_THE_END = { files: 130, connections: 23 };
/** What waits for somebody to work on it; nothing does at the end. */
const QUEUES = ["lane_items", "provider_webhooks"];
/** Rows of any one table for each thing that happened. */
const MOST_ROWS = 3;

/** Promise 14: a second after its revocation was confirmed, no request that is made with the key succeeds. */
export function* checkRevokedKeys({ calls, revocations }: History): Generator<Finding> {
  for (const { key, at } of revocations) {
    const late = calls.find(
      (call) => call.key === key && call.at > at + GRACE_MS && call.status !== null && call.status < 400,
    );
    if (late === undefined) continue;
    const what = `${late.method} ${late.path} was answered ${late.status}`;
    yield found(`${key} was revoked, and worked ${late.at - at} ms later: ${what}`, key);
  }
}

/** Promise 15: a daemon keeps within its bounds, all the time, and gives back what it took; so does the database. */
export function* checkBounds({ samples, calls, received, sends, written, end }: History): Generator<Finding> {
  for (const [daemon, own] of Map.groupBy(samples, ({ daemon }) => daemon)) {
    for (const [what, limit, most] of mostOf(own, MOST))
      if (most > limit) yield found(`${daemon} had ${most} ${what}; ${limit} are the most`, daemon);
    for (const [what, limit, most] of mostOf(own.slice(-1), MOST_AT_THE_END))
      if (most > limit)
        yield found(`${daemon} still has ${most} ${what} at the end; ${limit} are the most`, daemon);
  }
  const deeds = calls.length + received.length + sends.length + written.length + end.events.length;
  for (const { name, rows } of end.tables) {
    const most = QUEUES.includes(name) ? 0 : MOST_ROWS * (deeds + 1000);
    if (rows > most) yield found(`the table ${name} has ${rows} rows at the end; ${most} are the most`, name);
  }
}

type Bounded = keyof typeof MOST;

function mostOf(samples: Sample[], limits: Partial<typeof MOST>): [Bounded, limit: number, most: number][] {
  return (Object.entries(limits) as [Bounded, number][]).map(([what, limit]) => [
    what,
    limit,
    Math.max(...samples.map((sample) => sample[what])),
  ]);
}

/** Promise 16: an error has a status that the reference names for its operation, a code and a detail, and is no mistake of ours. */
export function* checkErrors({ calls, end }: History): Generator<Finding> {
  for (const call of calls) {
    if (call.status === null || call.status < 400) continue;
    const wrong = complaintOf(call, end.documented);
    const what = `${call.method} ${call.path} was answered ${call.status} ${call.code ?? ""}`;
    if (wrong !== null) yield found(`${what}: ${wrong}`, call.path);
  }
}

function complaintOf(call: Call, documented: History["end"]["documented"]): string | null {
  if (call.status === 500) return "something went wrong on our side";
  if (!call.isWellFormed) return "its body is not that of an error";
  const operation = documented.find(({ method, path }) => method === call.method && matches(path, call.path));
  if (operation === undefined) return "the reference has no such operation";
  return operation.statuses.includes(call.status ?? 0) ? null : "the reference does not name this status";
}

/** `/v1/messages/{id}` is the path of `/v1/messages/0193…?limit=1`. */
function matches(pattern: string, path: string): boolean {
  const [parts, own] = [pattern.split("/"), path.replace(/\?.*/, "").split("/")];
  return parts.length === own.length && parts.every((part, n) => part.startsWith("{") || part === own[n]);
}
