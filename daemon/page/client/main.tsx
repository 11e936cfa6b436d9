import "./style/tokens.css";
import "./style/reset.css";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { isMissingFile } from "./shell/missing-file.tsx";

/** What a view broke at; not that its file is gone, which the page says and mends. */
function report(cause: unknown): void {
  if (!isMissingFile(cause)) reportError(cause);
}

const place = document.getElementById("page");
if (place !== null) createRoot(place, { onCaughtError: report }).render(<App />);
