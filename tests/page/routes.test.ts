/** How the page is served: to whom, with which headers, and below a prefix. */
import { afterAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { ownDaemon } from "../support/own-daemon.ts";
import { startPrefixProxy } from "../support/prefix-proxy.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("a daemon", () => {
  const daemon = ownDaemon();
  const proxy = startPrefixProxy("/waypost", () => daemon.url);
  afterAll(proxy.stop);

  test("gives the page to browsers at each of its addresses, and to nobody else", async () => {
    for (const path of ["/", "/channels/ch_1?status=paused", "/nothing/is/here"]) {
      const page = await fetch(daemon.url + path, { headers: BROWSER });
      expect([path, page.status, page.headers.get("content-type")]).toEqual([
        path,
        200,
        "text/html; charset=utf-8",
      ]);
    }
    expect((await fetch(daemon.url, { headers: { accept: "*/*" } })).status).toBe(200);
    for (const [path, accept] of [
      ["/", "application/json"],
      ["/channels", "*/*"],
      ["/v1/nothing", BROWSER.accept],
    ] as const) {
      const answer = await daemon.call("GET", path, undefined, { accept });
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, "not_found"]);
    }
  });

  test("leaves what other paths answer as it was", async () => {
    expect(await (await fetch(`${daemon.url}/docs`, { headers: BROWSER })).text()).toContain("Waypost API");
    const posted = await daemon.call("POST", "/nothing", {});
    expect([posted.status, posted.body.code]).toEqual([404, "not_found"]);
    const read = await daemon.call("GET", "/v1/messages/batch", undefined, BROWSER);
    expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("lets the document run its own program alone, by a nonce that is never used again", async () => {
    const [one, other] = await Promise.all([documentAt("/"), documentAt("/")]);
    expect(one.nonce).not.toBe(other.nonce);
    expect(one.policy).toContain(`script-src 'nonce-${one.nonce}' 'strict-dynamic'`);
    expect(one.policy).not.toContain("unsafe");
    expect(one.policy).toContain("frame-ancestors 'none'");
    expect(one.text).not.toMatch(/<script(?![^>]*nonce)|style="|onload=/);
    expect(one.caching).toBe("no-store");
  });

  test("names files that there are, and loads ahead the texts that the address shows", async () => {
    const filesOf = async (path: string) =>
      [...(await documentAt(path)).text.matchAll(/(?:href|src)="([^"]*page\/[^"]+)"/g)].map(
        ([, name = ""]) => new URL(name, daemon.url + path).pathname,
      );
    const [first, inbox] = [await filesOf("/"), await filesOf("/inbox")];
    expect(inbox.filter((name) => !first.includes(name))).toEqual([
      expect.stringMatching(/^\/page\/en\.more-/),
    ]);
    for (const name of inbox) expect([name, (await file(name, "br")).status]).toEqual([name, 200]);
  });

  test("has files that never change, compressed as the browser takes them", async () => {
    const { script, style } = await documentAt("/");
    for (const path of [script, style]) {
      const whole = Buffer.from(await (await file(path, "identity")).arrayBuffer());
      expect(brotliDecompressSync(await bytes(await file(path, "gzip, br")))).toEqual(whole);
      expect(gunzipSync(await bytes(await file(path, "gzip, br;q=0")))).toEqual(whole);
      const kept = await file(path, "br");
      expect(kept.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      const etag = kept.headers.get("etag") ?? "";
      const again = await fetch(daemon.url + path, { headers: { "if-none-match": etag } });
      expect(again.status).toBe(304);
    }
    expect((await file("/page/main-gone.js", "br")).status).toBe(404);
    expect((await file("/page/__proto__", "br")).status).toBe(404);
  });

  test("names its files relative to where it is served", async () => {
    for (const path of ["/", "/channels/ch_1"]) {
      const text = await (await fetch(proxy.url + path, { headers: BROWSER })).text();
      const src = /src="([^"]+)"/.exec(text)?.[1] ?? "";
      const address = new URL(src, proxy.url + path);
      expect(address.href).toStartWith(`${proxy.url}/page/`);
      expect((await fetch(address)).status).toBe(200);
    }
  });

  async function documentAt(path: string) {
    const response = await fetch(daemon.url + path, { headers: BROWSER });
    const text = await response.text();
    return {
      text,
      policy: response.headers.get("content-security-policy") ?? "",
      caching: response.headers.get("cache-control"),
      nonce: /<script[^>]* nonce="([^"]+)"/.exec(text)?.[1] ?? "",
      script: `/${/src="\.\/([^"]+)"/.exec(text)?.[1]}`,
      style: `/${/href="\.\/([^"]+\.css)"/.exec(text)?.[1]}`,
    };
  }

  const file = (path: string, encoding: string) =>
    fetch(daemon.url + path, { headers: { "accept-encoding": encoding }, decompress: false });
});

describe("a daemon with WAYPOST_PAGE=off", () => {
  const daemon = ownDaemon({ config: { page: "off" } });

  test("has no page", async () => {
    for (const path of ["/", "/channels"]) {
      const answer = await daemon.call("GET", path, undefined, BROWSER);
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, "not_found"]);
    }
  });
});

async function bytes(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}
