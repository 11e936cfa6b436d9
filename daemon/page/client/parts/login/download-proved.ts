import { call, type RequestOf, type Route } from "../../api/call.ts";
import { download } from "../../api/download.ts";
import { asProblem } from "../../api/problem.ts";
import { problemText } from "../problem.tsx";
import { toast } from "../toast.tsx";

/**
 * Has the browser save what needs a fresh proof of who asks, once they have given it: a link can't ask for that. Says for a
 * moment why there is none, unless they gave up.
 */
export async function downloadProved<Name extends Route>(
  route: Name,
  request: RequestOf<Name>,
): Promise<void> {
  try {
    await call("GET /v1/auth/step_up", {});
    download(route, request);
  } catch (cause) {
    const problem = asProblem(cause);
    if (problem.code !== "step_up_required") toast(problemText(problem));
  }
}
