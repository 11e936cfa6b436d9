import { decodeUtf8, readBytes, readJson } from "./body.ts";
import type { Wait } from "./waiting-bodies.ts";

const MAX_FORM_BYTES = 16 * 1024;
const MEDIA_TYPE = "application/x-www-form-urlencoded";

/** Reads the fields of a form, each once, as the last that was sent; JSON is read as anywhere. Throws as `readJson` does. */
export async function readForm(
  request: Request,
  contentType: string,
  wait?: Wait,
): Promise<object | undefined> {
  if (contentType.split(";", 1)[0]?.trim().toLowerCase() !== MEDIA_TYPE)
    return await readJson(request, contentType, wait);
  const text = decodeUtf8(await readBytes(request, MAX_FORM_BYTES, wait));
  return Object.fromEntries([...new URLSearchParams(text)].filter(([name]) => name !== "__proto__"));
}
