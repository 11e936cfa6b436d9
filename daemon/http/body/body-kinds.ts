import type { DocumentDecoration } from "elysia";

/**
 * How a route takes a body that is not JSON: `stream`, as it comes, because it
 * may be larger than memory; `signed`, as bytes, because a signature over them is
 * checked before they are parsed; `form`, which browsers send, or JSON; `large`, as JSON that holds much.
 */
export type BodyKind = "stream" | "signed" | "form" | "large";

/** Where it is kept among what is said of the route. */
export const BODY_KIND = "x-body-kind";

/** The `detail` of a route that takes such a body. */
export function withBodyKind(kind: BodyKind): DocumentDecoration {
  return Object.fromEntries([[BODY_KIND, kind]]);
}
