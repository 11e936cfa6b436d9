import { isVariableName } from "../../../daemon/message-types/template/variable.ts";

/** Whether a `--param` names its variable: `name=value`, with a name that Meta takes. */
export function isNamed(param: string): boolean {
  const end = param.indexOf("=");
  return end !== -1 && isVariableName(param.slice(0, end));
}
