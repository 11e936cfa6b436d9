import type { EndpointRow } from "../../db/webhooks/endpoints.ts";
import { problem } from "../http/problem.ts";
import { type EndpointInput, HIDDEN_VALUE } from "./endpoint.ts";

/**
 * Refuses to send an endpoint's hidden header values to another address: a caller that changes the URL must give the
 * headers again, so that nobody reads them that way. Another path counts, since many receivers share a host. Throws 422.
 */
export function refuseHeadersElsewhere(
  before: EndpointRow,
  { url, headers }: Pick<EndpointInput, "url" | "headers">,
): void {
  const hidden = Object.entries(headers ?? before.headers).filter(
    ([, value]) => headers === undefined || value === HIDDEN_VALUE,
  );
  const unknown = hidden.find(([name]) => !Object.hasOwn(before.headers, name.toLowerCase()));
  if (unknown !== undefined) throw wrongHeaders(`there is no ${unknown[0]} whose value could stay; give one`);
  if (hidden.length === 0 || url === undefined || hrefOf(url) === hrefOf(before.url)) return;
  throw wrongHeaders("with another URL, give the headers again, or {} for none");
}

/** What a request asks for: everything before the `#`. */
const hrefOf = (url: string) => new URL(url).href.replace(/#.*$/, "");

function wrongHeaders(message: string) {
  return problem(422, "invalid_request", `/headers: ${message}`, { errors: [{ path: "/headers", message }] });
}

/** A body as the audit log keeps it. Header values, the URL's query and a token may be secrets, so they are left out. */
export function redacted({
  url,
  headers,
  verify_token: _,
  secret: __,
  ...rest
}: EndpointInput): Record<string, unknown> {
  return {
    ...rest,
    ...(url === undefined ? {} : { url: url.replace(/[?#].*$/, "") }),
    ...(headers === undefined ? {} : { headers: Object.keys(headers) }),
  };
}
