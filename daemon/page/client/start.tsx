import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { isMissingFile } from "./shell/missing-file.tsx";

/** What a view broke at; not that its file is gone, which the page says and mends. */
function report(cause: unknown): void {
  if (!isMissingFile(cause)) reportError(cause);
}

/** Shows the page in the document. */
export function start(): void {
  const place = document.getElementById("page");
  if (place !== null) createRoot(place, { onCaughtError: report }).render(<App />);
}
