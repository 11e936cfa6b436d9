/** Our nodes for n8n, as `./scripts/build --packages` packs them. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { packN8n } from "../../../scripts/lib/packages/n8n.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** The folder with what is in the packed file. */
export async function unpackedNodes(): Promise<string> {
  const folder = temporaryFolder("n8n-package");
  mkdirSync(join(folder, "packed"));
  const packed = await packN8n(join(folder, "drafts"), join(folder, "packed"));
  const { exitCode, stderr } = Bun.spawnSync(["tar", "-xzf", packed, "-C", folder]);
  if (exitCode !== 0) throw new Error(stderr.toString());
  return join(folder, "package");
}
