import { createHmac } from "node:crypto";
import { sleep } from "../../../lib/sleep.ts";

/** One webhook and how its delivery went. */
export type WebhookRecord = {
  at: string;
  url: string;
  reports: number;
  tries: number;
  /** The receiver's last HTTP status; null when there was none. */
  status: number | null;
  state: "underway" | "taken" | "given_up";
  error: string | null;
  signature: string;
  body: string;
};

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;
const GIVE_UP_MS = 3_600_000;
const RESPONSE_TIMEOUT_MS = 10_000;
const REMEMBERED = 100;

/** How long to wait after the given failed try (1 for the first), in milliseconds. */
export function retryWait(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
}

/** `X-Hub-Signature-256` of a body: HMAC-SHA256 with the app secret (Meta, "Validating payloads"). */
function sign(body: string, appSecret: string): string {
  return `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
}

/** Posts bodies to the callback URL, each again and again until a 2xx response or for an hour. */
export function createPoster(options: { appSecret: string; webhookUrl: string | undefined }) {
  let url = options.webhookUrl;
  let recent: WebhookRecord[] = [];
  let underway = 0;
  /** Aborted by `clear`: ends waits and calls under way. */
  let life = new AbortController();
  /** Aborted when the callback URL changes: whatever waits for a retry is tried at once. */
  let wake = new AbortController();

  async function post(body: string, reports: number): Promise<void> {
    const record = remember(body, reports);
    const end = life.signal;
    const deadline = performance.now() + GIVE_UP_MS;
    underway += 1;
    while (!end.aborted && url !== undefined) {
      if (await attempt(record, url, end)) break;
      if (performance.now() > deadline) break;
      await sleep(retryWait(record.tries), end, wake.signal);
    }
    underway -= 1;
    if (record.state === "underway") record.state = "given_up";
  }

  function remember(body: string, reports: number): WebhookRecord {
    const signature = sign(body, options.appSecret);
    const at = new Date().toISOString();
    const record: WebhookRecord = {
      ...{ at, url: url ?? "", reports, tries: 0, status: null, state: "underway" },
      ...{ error: null, signature, body },
    };
    recent.push(record);
    if (recent.length > REMEMBERED * 2) recent = recent.slice(-REMEMBERED);
    return record;
  }

  return {
    post,
    underway: () => underway,
    recent: () => recent.slice(-REMEMBERED),
    webhookUrl: () => url,
    setWebhookUrl(next: string | undefined): void {
      url = next;
      wake.abort();
      wake = new AbortController();
    },
    clear(): void {
      recent = [];
      life.abort();
      life = new AbortController();
    },
  };
}

async function attempt(record: WebhookRecord, url: string, end: AbortSignal): Promise<boolean> {
  record.tries += 1;
  record.url = url;
  const call = new AbortController();
  const abort = () => call.abort(new Error("no response in time"));
  const timer = setTimeout(abort, RESPONSE_TIMEOUT_MS);
  end.addEventListener("abort", abort);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "facebookexternalua",
        "x-hub-signature-256": record.signature,
      },
      body: record.body,
      redirect: "manual",
      signal: call.signal,
    });
    await response.arrayBuffer();
    record.status = response.status;
    record.error = null;
    if (response.ok) record.state = "taken";
    return response.ok;
  } catch (cause) {
    record.status = null;
    record.error = cause instanceof Error ? cause.message : String(cause);
    return false;
  } finally {
    clearTimeout(timer);
    end.removeEventListener("abort", abort);
  }
}
