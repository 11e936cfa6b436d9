import { join } from "node:path";
import type { Config } from "../config/settings.ts";
import { freePortFrom, isPortTaken, type Sandbox, startSandbox } from "./start.ts";
import { trust } from "./whatsapp-web/wire/trust.ts";

/** Starts the stand-ins in a daemon's own process, which trusts them then. */
export async function startOwnSandbox(config: Pick<Config, "home" | "sandboxPort">): Promise<Sandbox> {
  const sandbox = await startBeside(config);
  if (sandbox.web) trust(sandbox.web.certificate);
  return sandbox;
}

/**
 * On its usual port, where the terminal client looks for it, unless another sandbox has that, or takes it between
 * the look and the start.
 */
async function startBeside({ home, sandboxPort }: Pick<Config, "home" | "sandboxPort">): Promise<Sandbox> {
  const folder = join(home, "sandbox");
  try {
    return await startSandbox({ port: freePortFrom(sandboxPort), folder });
  } catch (cause) {
    if (!isPortTaken(cause)) throw cause;
    return startSandbox({ folder });
  }
}
