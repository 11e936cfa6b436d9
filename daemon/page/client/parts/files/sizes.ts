const UNITS = ["B", "KiB", "MiB", "GiB"];

/** A number of bytes in words: "3.1 MiB". */
export function sizeInWords(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const size = bytes / 1024 ** step;
  return `${step === 0 || size >= 100 ? Math.round(size) : Number(size.toFixed(1))} ${UNITS[step]}`;
}
