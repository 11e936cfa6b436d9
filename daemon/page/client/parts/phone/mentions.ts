import { createContext } from "react";

/** The names of people by the digits that a text mentions them by, behind an `@`. */
export const Mentions = createContext<ReadonlyMap<string, string>>(new Map());
