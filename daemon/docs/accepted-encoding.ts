export type Encoding = "br" | "gzip";

/** The first of these encodings that a request takes (RFC 9110, 12.5.3); null when it takes none of them. */
export function acceptedEncoding<Known extends Encoding>(
  { headers }: Request,
  known: readonly Known[],
): Known | null {
  const parts = (headers.get("accept-encoding") ?? "").split(",");
  const names = parts.flatMap((part) => {
    const [name = "", ...parameters] = part.split(";").map((word) => word.trim());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return known.find((encoding) => names.includes(encoding)) ?? null;
}
