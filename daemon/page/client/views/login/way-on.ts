/** The address of a path below the root of the page, as browsers read it; links made by others lead nowhere else. */
export function addressWithin(path: string, root: URL): string {
  const wanted = URL.parse(path, root);
  return wanted?.href.startsWith(root.href) ? wanted.href : root.href;
}
