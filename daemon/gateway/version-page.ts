import type { WAVersion } from "baileys";
import type { Dialing } from "../egress/own-hosts.ts";
import { createFetch } from "../egress/tunnel/fetch.ts";
import type { Tunnel } from "../egress/tunnel/tunnel.ts";

/** The page may take this long. */
const PAGE_MS = 15_000;
/** Of the page, so much is looked through. */
const MOST_BYTES = 10_000_000;
/** Where the page names its version: `"client_revision":1043857760`, maybe within another string. */
const REVISION = /\\?"client_revision\\?":\s*(\d{1,10})\b/;
/** Without these, the page is refused (Baileys#1929; Utils/generics.js, fetchLatestWaWebVersion). */
const HEADERS = {
  "sec-fetch-site": "none",
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
};

/** No other host is asked than that of the WebSocket. */
const ANYWHERE: Dialing = { lookupFor: () => undefined };

/**
 * The version that WhatsApp Web's page names, on the host of its WebSocket: `https://web.whatsapp.com/sw.js`. Throws with
 * words when the page can't be read, or names none.
 */
export async function askForVersion(webSocketUrl: string, tunnel: Tunnel | null): Promise<WAVersion> {
  const page = new URL("/sw.js", webSocketUrl.replace(/^ws/, "http"));
  const get = createFetch(tunnel, ANYWHERE);
  const response = await get(page.href, { headers: HEADERS, signal: AbortSignal.timeout(PAGE_MS) });
  if (!response.ok) throw new Error(`it responded with ${response.status}`);
  const revision = REVISION.exec(await beginningOf(response))?.[1];
  if (revision === undefined) throw new Error("its page names no version");
  return [2, 3000, Number(revision)];
}

async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.length;
    if (bytes >= MOST_BYTES) break;
  }
  return text;
}
