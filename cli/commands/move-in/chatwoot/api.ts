import { failure, usageFailure } from "../../../lib/failures/failure.ts";
import { isObject } from "../../../lib/values/objects.ts";

export type Json = Record<string, unknown>;

/** Chatwoot's API of one account (its `swagger/paths/application`), of which only questions are asked. */
export type Chatwoot = {
  /** Of which everything is. */
  account: string;
  /** Throws a failure when it does not answer, or with something else. */
  get(path: string, query?: Record<string, string | number>): Promise<unknown>;
};

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 32 * 1024 * 1024;
/** Between the attempts of a question that it can't answer now: it takes some thousand a minute. */
const PAUSES_MS = [1_000, 5_000, 20_000, 60_000];

/** Chatwoot at an address, with a token of a user's; without an account, the only one that they are in. */
export async function openChatwoot(
  url: string,
  token: string,
  account: string | undefined,
): Promise<Chatwoot> {
  const base = baseOf(url);
  const ask = (path: string) => askPatiently(`${base}/api/v1/${path}`, token);
  const id = account ?? (await onlyAccount(await ask("profile")));
  return {
    account: id,
    get: (path, query = {}) => {
      const words = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      return ask(`accounts/${encodeURIComponent(id)}/${path}?${words}`);
    },
  };
}

function baseOf(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url.replace(/\/+$/, "");
  throw usageFailure("--from: this is no address of Chatwoot", "Such as https://chatwoot.example.com");
}

async function onlyAccount(profile: unknown): Promise<string> {
  const accounts =
    isObject(profile) && Array.isArray(profile.accounts) ? profile.accounts.filter(isObject) : [];
  const [only] = accounts;
  if (only !== undefined && accounts.length === 1) return String(only.id);
  const named = accounts.map(({ id, name }) => `${id} (${name})`).join(", ");
  throw usageFailure("--account says which of Chatwoot's accounts", `This user is in: ${named || "none"}`);
}

async function askPatiently(url: string, token: string): Promise<unknown> {
  for (const pause of PAUSES_MS) {
    const response = await ask(url, token);
    if (response.status !== 429 && response.status < 500) return await read(response, url);
    await Bun.sleep(pause);
  }
  return await read(await ask(url, token), url);
}

async function ask(url: string, token: string): Promise<Response> {
  const request = {
    headers: { api_access_token: token, accept: "application/json" },
    // the token must not follow a redirect to another host
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  } as const;
  return await fetch(url, request).catch((cause: unknown) => {
    throw failure(`Chatwoot at ${new URL(url).host} does not answer`, { cause });
  });
}

async function read(response: Response, url: string): Promise<unknown> {
  const { host, pathname } = new URL(url);
  if (response.status === 401)
    throw failure("Chatwoot refuses the token", {
      hint: "Chatwoot shows a user's access token in their profile.",
    });
  if (!response.ok) throw failure(`Chatwoot at ${host} answered ${response.status} to ${pathname}`);
  const text = await response.text();
  if (text.length > MOST_BYTES) throw failure(`Chatwoot's answer to ${pathname} is too long`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failure(`Chatwoot at ${host} answered something that is not JSON to ${pathname}`, { cause });
  }
}

/** The objects of an answer's list: itself, or what is in its `payload` or `data.payload`. */
export function listIn(answer: unknown): Json[] {
  if (Array.isArray(answer)) return answer.filter(isObject);
  if (!isObject(answer)) return [];
  return listIn(Array.isArray(answer.payload) ? answer.payload : (answer.data ?? []));
}

/** Every object of a list that comes in numbered pages, the last of which is empty. */
export async function* pagesOf(
  chatwoot: Chatwoot,
  path: string,
  query: Record<string, string | number> = {},
): AsyncGenerator<Json[]> {
  for (let page = 1; ; page++) {
    const rows = listIn(await chatwoot.get(path, { ...query, page }));
    if (rows.length === 0) return;
    yield rows;
  }
}
