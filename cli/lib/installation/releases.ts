import { failure } from "../failures/failure.ts";
import { checkUrl } from "../settings/settings.ts";
import type { Environment } from "../terminal/terminal.ts";
import { isObject } from "../values/objects.ts";
import type { Installation } from "./installation.ts";

/** A registry's response about one version takes a few kilobytes. */
const LONGEST_ANSWER = 256 * 1024;

const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,64})?$/;

/**
 * Address that responds with the newest version: `WAYPOST_RELEASES_URL`, else the one that came with the installation.
 * Null when there is none: then nothing may be requested.
 */
export function releasesAddress(environment: Environment, installation: Installation): string | null {
  const address = environment.WAYPOST_RELEASES_URL || installation.releases;
  return address ? checkUrl(address) : null;
}

/**
 * Asks `address` for the newest version: a JSON object with the member `version`, as in `latest.json` beside the
 * packages or in an npm registry's response. Sends no key, and is led to no other address. Throws a failure when there is
 * no such response within `timeoutMs`.
 */
export async function newestVersion(address: string, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const text = await ask(address, signal).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw failure(`${address} did not respond (${reason})`, { code: "releases_unreachable", cause });
  });
  const version = versionIn(text);
  if (version === null)
    throw failure(`${address} names no version`, {
      code: "releases_invalid",
      hint: 'It should respond like this: {"version":"1.2.3"}',
    });
  return version;
}

/** Whether it is written as versions are. */
export function isVersion(value: unknown): value is string {
  return typeof value === "string" && VERSION.test(value);
}

/** Whether `version` comes after `other`. */
export function isNewer(version: string, other: string): boolean {
  return Bun.semver.order(version, other) > 0;
}

async function ask(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, {
    headers: { accept: "application/json" },
    redirect: "manual",
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_ANSWER) throw new Error("the response is too long");
  }
  return text;
}

function versionIn(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    const version = isObject(value) ? value.version : null;
    return isVersion(version) ? version : null;
  } catch {
    return null;
  }
}
