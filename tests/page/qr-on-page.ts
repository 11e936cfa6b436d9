import jsQR from "jsqr";
import type { Locator } from "playwright-core";

/** What a QR code on the page says, read from a picture of it as a camera would. Throws when it can't be read. */
export async function qrOnPage(picture: Locator): Promise<string> {
  const png = (await picture.screenshot()).toString("base64");
  // the browser itself opens the picture, on a page without a policy against that
  const blank = await picture.page().context().newPage();
  try {
    const { width, height, pixels } = await blank.evaluate<Picture>(`(${OPEN})("${png}")`);
    const read = jsQR(Uint8ClampedArray.from(Buffer.from(pixels, "base64")), width, height);
    if (read === null) throw new Error("the QR code on the page can't be read");
    return read.data;
  } finally {
    await blank.close();
  }
}

type Picture = { width: number; height: number; pixels: string };

/** Runs in the browser. */
const OPEN = `async (png) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  let text = "";
  for (const byte of context.getImageData(0, 0, width, height).data) text += String.fromCharCode(byte);
  return { width, height, pixels: btoa(text) };
}`;
