import { isVariableName, valueError } from "../../message-types/template/variable.ts";
import type { Parameter, Parameters } from "./parameter.ts";
import { wrong } from "./wrong.ts";

const AT = "/template/parameters";

/** Throws 422 for names and texts that WhatsApp takes in no template. */
export function checkParameters({ header, body = [], buttons = {} }: Parameters): void {
  if (header !== undefined) checkText(header, `${AT}/header`);
  for (const [name, parameter] of Object.entries(body)) {
    if (!Array.isArray(body) && !isVariableName(name))
      throw wrong(`${AT}/body/${name}`, "expected a name of 1 to 32 of a-z, 0-9 and _");
    checkText(parameter, `${AT}/body/${name}`);
  }
  for (const [position, parameter] of Object.entries(buttons)) {
    if (!/^[0-9]$/.test(position))
      throw wrong(`${AT}/buttons/${position}`, "expected a position from 0 to 9");
    checkText(parameter, `${AT}/buttons/${position}`);
  }
}

function checkText(parameter: Parameter, path: string): void {
  const [text = "", at] =
    typeof parameter === "string" ? [parameter, path] : [parameter.fallback, `${path}/fallback`];
  const error = valueError(text);
  if (error !== null) throw wrong(at, error);
}
