/** A number as spreadsheets show a long one in a narrow column: 4.92E+11, or 4,92E+11. */
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/** Why such a number is not taken. */
export const SHORTENED =
  "the spreadsheet program shortened this number and its last digits are lost; format the column as text or as a number without decimals and save the file again, or import the .xlsx or .ods file itself, which has all digits";

/** The digits of a number that was written with an exponent, if they are all there; any other text as it is. */
export function restoreDigits(text: string): string {
  const [, first = "", decimals = "", exponent = ""] = SCIENTIFIC.exec(text) ?? [];
  return first !== "" && decimals.length >= Number(exponent)
    ? first + decimals.slice(0, Number(exponent))
    : text;
}

/** Whether a number was written with an exponent, and digits of it are missing. */
export function isShortened(text: string | null | undefined): boolean {
  return typeof text === "string" && SCIENTIFIC.test(text);
}
