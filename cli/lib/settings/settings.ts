import { proxyFor } from "../../../daemon/egress/environment-proxies.ts";
import { usageFailure } from "../failures/failure.ts";
import type { Environment } from "../terminal/terminal.ts";
import { nearest } from "../text/nearest.ts";
import { type ProfileFile, profilePath, readProfiles } from "./profiles.ts";

const DEFAULT_URL = "http://127.0.0.1:8484";
export const DEFAULT_PROFILE = "default";

export type Flags = { url?: string | undefined; apiKey?: string | undefined; profile?: string | undefined };

/** A project's choice: a profile, and the path of its file. */
export type Chosen = { path: string; profile?: string };

/** The daemon that a command calls, with which key, and where the key was found. */
export type Settings = {
  url: string;
  /** The variable that names a proxy on the way there, if one does. */
  proxy: string | null;
  apiKey: string | null;
  /** The token of a login, where the profile has one and no key was given. */
  token: string | null;
  keySource: "--api-key" | "WAYPOST_API_KEY" | "profile" | "none";
  /** The address that the profile's key or login is for, when that is another: it is not sent to this one. */
  withheldFor: string | null;
  profile: string | null;
  path: string;
  file: ProfileFile;
};

/**
 * Flags, then the environment, then the profile, then the default address; which profile is said by a flag, the
 * environment, the project, or else the one in use. A
 * profile that is named and absent is refused, unless it is `login` that
 * is about to make it.
 */
export async function resolveSettings(
  flags: Flags,
  environment: Environment,
  absent: "refuse" | "create" = "refuse",
  project: Chosen | null = null,
): Promise<Settings> {
  const path = profilePath(environment);
  const file = await readProfiles(path);
  const typed = flags.profile ?? (environment.WAYPOST_PROFILE || undefined);
  const wanted = typed ?? project?.profile;
  const name = wanted ?? file.current;
  const profile = name === null ? undefined : own(file.profiles, name);
  if (wanted !== undefined && profile === undefined && absent === "refuse")
    throw unknownProfile(wanted, file, typed === undefined ? project?.path : undefined);
  const candidates = [
    ["--api-key", flags.apiKey],
    ["WAYPOST_API_KEY", environment.WAYPOST_API_KEY],
    ["profile", profile?.api_key],
  ] as const;
  const key = candidates.find(([, value]) => value !== undefined && value !== "");
  const url = checkUrl(flags.url ?? (environment.WAYPOST_URL || (profile?.url ?? DEFAULT_URL)));
  const isOfProfile =
    profile !== undefined && (key === undefined ? "token" in profile : key[0] === "profile");
  const isWithheld = isOfProfile && new URL(checkUrl(profile.url)).origin !== new URL(url).origin;
  return {
    url,
    proxy: proxyFor(new URL(url), environment)?.variable ?? null,
    apiKey: isWithheld || key?.[1] === undefined ? null : checkKey(key[1]),
    token: isWithheld || key !== undefined || profile?.token === undefined ? null : checkKey(profile.token),
    keySource: key?.[0] ?? (profile?.token === undefined ? "none" : "profile"),
    withheldFor: isWithheld ? profile.url : null,
    profile: profile === undefined && absent === "refuse" ? null : name,
    path,
    file,
  };
}

/** The same, for what needs no key. */
export function withoutKey(settings: Settings): Settings {
  return { ...settings, apiKey: null, token: null, keySource: "none", withheldFor: null };
}

/** A base address without trailing slashes; anything but http and https is refused. */
export function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw usageFailure(`'${text}' is not an http or https address`, `Write it like ${DEFAULT_URL}.`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw usageFailure(
      "the address can't have a user, password, query or fragment",
      `Write it like ${DEFAULT_URL}.`,
    );
  }
  return url.href.replace(/\/+$/, "");
}

/** A key that can be put into a header. It is never shown: it may be a secret of something else. */
export function checkKey(text: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]{1,512}$/.test(key)) {
    throw usageFailure(
      "the API key has characters that no key can have",
      "Copy it again: it starts with wp_.",
    );
  }
  return key;
}

/** A profile that does not exist, and where it is named unless that was typed. */
export function unknownProfile(name: string, file: ProfileFile, source?: string): Error {
  const names = Object.keys(file.profiles);
  const meant = nearest(name, names);
  const suggestion = meant === undefined ? "" : `Did you mean ${meant}? `;
  const hint =
    names.length === 0
      ? "There is none yet; run: waypost login"
      : `${suggestion}There are: ${names.join(", ")}.`;
  const named = source === undefined ? "" : `, which ${source} names`;
  return usageFailure(`there is no profile '${name}'${named}`, hint);
}

/** Looks a name up without finding what every object inherits. */
export function own<Value>(record: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
