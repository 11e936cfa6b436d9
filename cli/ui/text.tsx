import { Text as InkText, type TextProps } from "ink";
import { Children } from "react";
import { harmlessInColours } from "../lib/text/harmless.ts";

/** Ink's `Text` without what others' texts could do to a terminal: Ink lets links and the clipboard's codes through. */
export function Text({ children, ...props }: TextProps) {
  const shown = Children.map(children, (child) =>
    typeof child === "string" ? harmlessInColours(child) : child,
  );
  return <InkText {...props}>{shown}</InkText>;
}
