import { problem } from "../http/problem.ts";
import { encodingNamed } from "./read/text/encoding.ts";
import { ENCODINGS, type Encoding } from "./read/text/encodings.ts";

/**
 * The encoding that a request names, if it names one. Throws 422 for one that is not supported, with the path of the
 * field in the object at `within`.
 */
export function encodingOf(label: string | undefined, within = ""): Encoding | undefined {
  if (label === undefined) return undefined;
  const encoding = encodingNamed(label);
  if (encoding !== undefined) return encoding;
  throw problem(
    422,
    "invalid_request",
    `the encoding '${label}' is not supported; use one of ${ENCODINGS.join(", ")}`,
    {
      errors: [{ path: `${within}/encoding`, message: "unknown encoding" }],
    },
  );
}
