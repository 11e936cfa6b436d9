import type { Problem } from "./problem.ts";
import { problemBody } from "./problem.ts";

const CODE_SHAPED = /^\/v1\/contacts(\/|$)/;

/** Whether errors of a path have the code shape (`error`, `code`) in place of the problem shape. */
export function isCodeShaped(path: string): boolean {
  return CODE_SHAPED.test(path);
}

/**
 * An error in the code shape: `error` says what is wrong to a person, `code` to
 * a program. That of a missing key has the members of the problem shape, too:
 * clients know it before they know which path they called.
 */
function codeShapeBody(failure: Problem): Record<string, unknown> {
  const { title, status, detail, code, ...extensions } = problemBody(failure);
  return {
    error: detail,
    code,
    ...(status === 401 ? { title, status, detail } : {}),
    ...extensions,
  };
}

/** The HTTP response of an error in the code shape; the request id is in its header. */
export function codeShapeResponse(failure: Problem, requestId: string): Response {
  return new Response(JSON.stringify(codeShapeBody(failure)), {
    status: failure.status,
    headers: {
      "content-type": "application/json",
      "x-request-id": requestId,
      ...failure.extras.headers,
    },
  });
}
