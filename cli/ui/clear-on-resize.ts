/**
 * Clears the terminal when its size changes, before what is drawn is drawn
 * again: terminals break lines that no longer fit and show earlier ones again,
 * so that nobody knows any more where the drawing begins. To be called before
 * the drawing is made; what is returned ends it.
 */
export function clearOnResize(stream: NodeJS.WriteStream): () => void {
  // ECMA-48, 8.3.21 and 8.3.39: the cursor to the first place, everything erased
  const clear = () => void stream.write("\u001b[H\u001b[2J");
  stream.on("resize", clear);
  return () => void stream.off("resize", clear);
}
