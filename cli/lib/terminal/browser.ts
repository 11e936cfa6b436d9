import type { Environment } from "./terminal.ts";

/** Opens an http or https address in this machine's browser. False when there is none: the caller then shows the address. */
export function openInBrowser(url: string, environment: Environment): boolean {
  const command = browserCommand(environment);
  if (command === null || Bun.which(command, { PATH: environment.PATH ?? "" }) === null) return false;
  try {
    // in a session of its own: it outlives this program and its terminal
    Bun.spawn([command, url], {
      detached: true,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    }).unref();
    return true;
  } catch {
    return false;
  }
}

/** A Linux machine without a display has no browser but the one that is named. */
function browserCommand({ BROWSER, CI, DISPLAY, WAYLAND_DISPLAY }: Environment): string | null {
  if (CI) return null;
  if (BROWSER) return BROWSER;
  if (process.platform === "darwin") return "open";
  return DISPLAY || WAYLAND_DISPLAY ? "xdg-open" : null;
}
