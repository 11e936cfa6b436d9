import { toBuffer } from "qrcode";
import type { Picture } from "../../../lib/terminal/pictures/picture.ts";
import { qrModules } from "./draw-qr.ts";
import { QUIET_ZONE } from "./place.ts";

/** The picture of a text's QR code, so many pixels to a module. */
export async function pictureOf(text: string, scale: number): Promise<Picture> {
  const { size, isDark } = qrModules(text);
  const moduleAt = (pixel: number) => Math.floor(pixel / scale) - QUIET_ZONE;
  const isInside = (position: number) => position >= 0 && position < size;
  return {
    size: (size + 2 * QUIET_ZONE) * scale,
    isDark(y, x) {
      const [row, column] = [moduleAt(y), moduleAt(x)];
      return isInside(row) && isInside(column) && isDark(row, column);
    },
    png: await toBuffer(text, { scale, margin: QUIET_ZONE, errorCorrectionLevel: "L" }),
  };
}
