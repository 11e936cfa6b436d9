import { rmSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";

/** A file that shows one QR code after the other. Anybody who has it can take over the account. */
export type QrPicture = {
  /** Shows this code; readers see the file whole or not at all. */
  draw(text: string): Promise<void>;
  remove(): void;
};

/** A picture (PNG) at `path`, which only this account can read. */
export function qrPicture(path: string): QrPicture {
  const draft = `${path}.part`;
  return {
    async draw(text) {
      const { toBuffer } = await import("qrcode");
      const picture = await toBuffer(text, { scale: 8, errorCorrectionLevel: "L" });
      await writeFile(draft, picture, { mode: 0o600 });
      await rename(draft, path);
    },
    remove() {
      for (const file of [draft, path]) rmSync(file, { force: true });
    },
  };
}
