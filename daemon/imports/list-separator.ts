/**
 * The separator of cells that spreadsheet programs expect in a CSV file: a semicolon where numbers have a decimal
 * comma, as in Germany; a comma elsewhere, and where the country is not known.
 */
export function listSeparator(country: string | null): ";" | "," {
  if (country === null) return ",";
  const { baseName } = new Intl.Locale(`und-${country}`).maximize();
  const parts = new Intl.NumberFormat(baseName).formatToParts(1.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? ";" : ",";
}
