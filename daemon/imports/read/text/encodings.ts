/** The encodings of text that are read, by their names in the WHATWG Encoding Standard, and the code pages of DOS. */
export const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "koi8-r",
  "macintosh",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "cp437",
  "cp850",
  "cp852",
] as const;

export type Encoding = (typeof ENCODINGS)[number];
