/** A browser that follows redirects and keeps cookies, and nothing else. */

/** Where a browser ended, and what was there. */
export type Shown = { url: string; status: number; text: string };

export type TestBrowser = {
  /** Goes to an address and on by redirects, until one leads below `stop`. */
  go(url: string, stop?: string): Promise<Shown>;
  /** Its cookies for a host, as a header. */
  cookies(url: string): string;
};

/** A new one, which knows nothing yet. */
export function newBrowser(): TestBrowser {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const cookies = (url: string) => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join("; ");

  async function go(url: string, stop?: string, left = 10): Promise<Shown> {
    const headers = { cookie: cookies(url), accept: "text/html" };
    const response = await fetch(url, { redirect: "manual", headers });
    for (const cookie of response.headers.getSetCookie()) keep(jarOf(url), cookie);
    const to = response.headers.get("location");
    const next = to === null ? null : new URL(to, url).href;
    if (next === null || left === 0 || (stop !== undefined && next.startsWith(stop)))
      return { url: next ?? url, status: response.status, text: await response.text() };
    return await go(next, stop, left - 1);
  }
  return { go, cookies };
}

function keep(jar: Map<string, string>, cookie: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  if (/max-age=0/i.test(cookie) || value === "") jar.delete(name);
  else jar.set(name, value);
}
