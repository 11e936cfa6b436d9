import type { Poster } from "../../egress/post.ts";
import { problem } from "../../http/problem.ts";
import type { EndpointForm } from "./form.ts";

/** Has a form verify an endpoint's new address, if it wants to. Throws 422 when the address does not pass. */
export async function verifyAddress(
  poster: Poster,
  form: EndpointForm,
  { url, verify_token }: { url: string; verify_token?: string | undefined },
): Promise<void> {
  const ask = async (url: string) => {
    const result = await poster.post(url, { method: "GET", headers: {}, body: "" });
    return result.kind === "response" ? { status: result.status, body: result.body } : null;
  };
  const message = (await form.verify?.({ url, token: verify_token ?? null, ask })) ?? null;
  if (message === null) return;
  throw problem(422, "invalid_request", `/url: ${message}`, { errors: [{ path: "/url", message }] });
}
