import "./style/tokens.css";
import "./style/reset.css";
import { choose } from "../languages/texts.ts";

// every text is of the chosen language from the first
await choose(document.documentElement.lang, navigator.languages);
const { start } = await import("./start.tsx");
start();
