import { usageFailure } from "../failures/failure.ts";

/** Splits `name=value` at the first `=`; `option` names the option in the error. */
export function parsePair(option: string, text: string): [name: string, value: string] {
  const position = text.indexOf("=");
  if (position < 1) throw usageFailure(`--${option} must look like name=value, not '${text}'`);
  return [text.slice(0, position), text.slice(position + 1)];
}
