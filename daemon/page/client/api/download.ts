import { planRequest, type RequestOf, type Route } from "./call.ts";
import { addressOf } from "./root.ts";

/** Has the browser save what a route answers, under the name that the API gives it: it may be larger than memory. */
export function download<Name extends Route>(route: Name, request: RequestOf<Name>): void {
  const link = document.createElement("a");
  link.href = addressOf(planRequest(route, request).path);
  link.download = "";
  link.click();
}
