/** Asking for the content type keeps web pages from posting here unasked; an empty body is an empty object. */
export async function jsonBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === "") return {};
  if (!(request.headers.get("content-type") ?? "").startsWith("application/json")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
