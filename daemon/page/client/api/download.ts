import { call, planRequest, type RequestOf, type Route } from "./call.ts";
import { addressOf } from "./root.ts";

/** Has the browser save what a route answers, under the name that the API gives it: it may be larger than memory. */
export function download<Name extends Route>(route: Name, request: RequestOf<Name>): void {
  const link = document.createElement("a");
  link.href = addressOf(planRequest(route, request).path);
  link.download = "";
  link.click();
}

/** Has the browser save what needs a fresh proof of who asks, once they have given it: a link can't ask for that. */
export async function downloadProved<Name extends Route>(
  route: Name,
  request: RequestOf<Name>,
): Promise<void> {
  const isProved = await call("GET /v1/auth/step_up", {}).then(
    () => true,
    () => false,
  );
  if (isProved) download(route, request);
}
