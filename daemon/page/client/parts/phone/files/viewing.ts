import { createContext } from "react";

/** Shows the picture or video of an id large; null where there is no such view. */
export const Viewing = createContext<((id: string) => void) | null>(null);
