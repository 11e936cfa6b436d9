import { EXIT_CODE_MEANINGS } from "../failures/exit-codes.ts";
import type { Failure } from "../failures/failure.ts";
import { harmless } from "../text/harmless.ts";
import type { Style } from "../text/style.ts";

/** A failure as one line of JSON. */
export function failureJson(failure: Failure): string {
  const { hint, code, status, requestId, errors } = failure.details;
  const meaning = EXIT_CODE_MEANINGS[failure.exitCode];
  const error = {
    message: failure.message,
    code,
    status,
    request_id: requestId,
    errors,
    hint,
    exit_code: failure.exitCode,
    meaning,
  };
  return harmless(JSON.stringify({ error }));
}

/** The API's text without colours, its lines indented, so that none looks like one of this program. */
function quoted(text: string): string {
  return harmless(text).replaceAll("\n", "\n  ");
}

/** A failure for people: what is wrong, and how to mend it. */
export function failureText(failure: Failure, style: Style): string {
  const { hint, requestId, errors = [] } = failure.details;
  const lines = [`${style.red("error:")} ${quoted(failure.message)}`];
  const fields = errors.map(({ path, message }) => `${path}: ${message}`);
  for (const field of fields) if (!failure.message.includes(field)) lines.push(`  ${quoted(field)}`);
  if (hint !== undefined) lines.push(style.cyan(harmless(hint)));
  if (requestId !== undefined) lines.push(style.dim(`request ${harmless(requestId)}`));
  return lines.join("\n");
}
