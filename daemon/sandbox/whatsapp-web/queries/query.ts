import type { BinaryNode } from "baileys";
import type { Online, World } from "../world.ts";

/** A companion's query. */
export type Query = { world: World; online: Online; iq: BinaryNode };

/** The result of a query: contents, or an error of the server. */
export type QueryResult = BinaryNode[] | { code: number; text: string };
