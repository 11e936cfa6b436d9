import { pathOf } from "./address.ts";
import { codeShapeResponse, isCodeShaped } from "./code-shape.ts";
import type { FrontShape } from "./inside/front.ts";
import { type Problem, problemResponse } from "./problem.ts";

/** The form in which a request's refusal is answered, which its path decides. */
export function refusalOf(
  { url }: Request,
  front: FrontShape | undefined,
): (failure: Problem, requestId: string) => Response {
  if (isCodeShaped(pathOf(url))) return codeShapeResponse;
  return front?.refusal ?? problemResponse;
}
