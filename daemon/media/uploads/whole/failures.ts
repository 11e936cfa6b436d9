import { type Problem, problem } from "../../../http/problem.ts";
import { MediaFailure } from "../../media-error.ts";

/** Turns an error of an upload into the client's problem; other errors stay as they are. */
export function asUploadProblem(cause: unknown): unknown {
  return cause instanceof MediaFailure ? problemOf(cause) : cause;
}

function problemOf({ code, message }: MediaFailure): Problem {
  if (code === "media_no_room") return problem(507, "quota_exceeded", message);
  if (code === "media_too_large") return problem(413, "too_large", message);
  if (code === "media_empty") return problem(422, "invalid_file", message);
  // the rest is about an address that files are fetched from
  return problem(422, code, `/url: ${message}`, { errors: [{ path: "/url", message }] });
}
