/** The pattern of a template variable's name at Meta; digits alone are the position of one without a name. */
export const VARIABLE_NAME = "^(?![0-9]+$)[a-z0-9_]{1,32}$";

const NAME = new RegExp(VARIABLE_NAME);

/** Whether Meta takes this as the name of a template's variable. */
export function isVariableName(name: string): boolean {
  return NAME.test(name);
}

/** Why Meta would refuse a text as the value of a template's variable (132018); null when it takes it. */
export function valueError(text: string): string | null {
  if (/[\n\r\t]/.test(text)) return "the value of a variable has no line breaks or tabs";
  return / {5}/.test(text) ? "the value of a variable has at most 4 spaces in a row" : null;
}
