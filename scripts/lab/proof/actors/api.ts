/** A client of the API that records its requests and their responses. */
import type { Key, World } from "./world.ts";

// biome-ignore lint/suspicious/noExplicitAny: it reads responses of every shape
type Body = any;
export type Answer = { status: number; body: Body };

type Extras = { idempotencyKey?: string; daemon?: number; contentType?: string };

/** Longer than any daemon may take unless it is frozen; then the request is repeated at another one. */
const PATIENCE_MS = 6_000;
const AGAIN = [429, 500, 503];

/** Makes one request to one of the daemons; null when no response came. */
export async function ask(
  world: World,
  key: Key,
  method: string,
  path: string,
  body?: unknown,
  {
    idempotencyKey,
    daemon = world.random.between(0, world.stage.daemons.length - 1),
    ...extras
  }: Extras = {},
): Promise<Answer | null> {
  const { organization, name } = key;
  const call = { at: world.now(), until: 0, organization, key: name, method, path };
  const answer = await request(`http://127.0.0.1:${world.stage.daemons[daemon]?.port}${path}`, {
    method,
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      "x-api-key": key.secret,
      ...(body === undefined ? {} : { "content-type": extras.contentType ?? "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const code = answer !== null && answer.status >= 400 ? (answer.body?.code ?? null) : null;
  const isWellFormed = answer === null || answer.status < 400 || isProblem(answer.body);
  world.history.calls.push({
    ...call,
    until: world.now(),
    status: answer?.status ?? null,
    code,
    isWellFormed,
  });
  return answer;
}

/** Asks until there is a response that says yes or no; null when the world ends first. */
export async function insist(
  world: World,
  key: Key,
  method: string,
  path: string,
  body?: unknown,
  extras: Extras = {},
): Promise<Answer | null> {
  while (!world.isOver()) {
    const answer = await ask(world, key, method, path, body, extras);
    if (answer !== null && !isForLater(answer)) return answer;
    await Bun.sleep(world.random.between(50, 400));
  }
  return null;
}

function isForLater({ status, body }: Answer): boolean {
  if (status === 409) return body?.code === "idempotency_in_progress";
  return AGAIN.includes(status);
}

async function request(url: string, options: RequestInit): Promise<Answer | null> {
  try {
    const response = await fetch(url, options);
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  } catch {
    return null;
  }
}

function parsed(text: string): Body {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

/** Errors about contacts have a form of their own. */
function isProblem(body: Body): boolean {
  const has = (...names: string[]) => names.every((name) => typeof body?.[name] === "string");
  return has("title", "detail", "code") || has("error", "code");
}

/** All rows of a list, page by page. */
export async function readAll(world: World, key: Key, path: string): Promise<Body[]> {
  const rows: Body[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await insist(
      world,
      key,
      "GET",
      `${path}${path.includes("?") ? "&" : "?"}limit=100${more}`,
    );
    if (answer?.status !== 200) return rows;
    rows.push(...answer.body.data);
    cursor = answer.body.meta.next_cursor;
  } while (cursor !== null);
  return rows;
}
