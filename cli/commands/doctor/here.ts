import { stat } from "node:fs/promises";
import type { Project } from "../../lib/settings/project.ts";
import { own, type Settings } from "../../lib/settings/settings.ts";
import { type Finding, problem, warning, well } from "./finding.ts";

/**
 * Checks what is configured on this machine: address, key, the project's choice, and who else may read the profiles.
 */
export async function lookHere(settings: Settings, project: Project | null): Promise<Finding[]> {
  const here = [addressFinding(settings), keyFinding(settings), await fileFinding(settings)];
  return project === null ? here : [...here, projectFinding(project)];
}

/** The project's file in this folder, and what it sets. */
function projectFinding({ path, ...chosen }: Project): Finding {
  const choices = Object.entries(chosen).map(([name, value]) => `${name} ${value}`);
  return well("project", choices.length === 0 ? path : `${path}: ${choices.join(", ")}`);
}

function addressFinding({ url, proxy, profile }: Settings): Finding {
  const { protocol, hostname } = new URL(url);
  const isLocal = ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
  const from = profile === null ? url : `${url}, of profile ${profile}`;
  const found = proxy === null ? from : `${from}, through the proxy of ${proxy}`;
  if (protocol === "https:" || isLocal) return well("address", found);
  return warning("address", `${found}: the key crosses the network unencrypted`, "Use an https address.");
}

function keyFinding({ apiKey, token, keySource, profile, file, withheldFor }: Settings): Finding {
  if (withheldFor !== null)
    return problem("key", `that of profile ${profile} is for ${withheldFor}`, "Set WAYPOST_API_KEY.");
  if (apiKey !== null) return well("key", `from ${keySource}`);
  const email = profile === null ? undefined : own(file.profiles, profile)?.email;
  if (token !== null) return well("key", `login of ${email ?? "a user"}, from ${keySource}`);
  return problem("key", "there is none", "Run: waypost login");
}

async function fileFinding({ path }: Settings): Promise<Finding> {
  const found = await stat(path).catch(() => null);
  if (found === null) return well("profiles", "there are none yet");
  if ((found.mode & 0o077) === 0) return well("profiles", path);
  return warning("profiles", `other users can read ${path}, which holds keys`, `Run: chmod 600 '${path}'`);
}
