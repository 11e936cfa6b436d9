import type { BinaryNode } from "baileys";
import type { Online, World } from "../world.ts";

/** What a companion asks. */
export type Query = { world: World; online: Online; iq: BinaryNode };

/** What a query results in: contents, or an error of the server. */
export type QueryResult = BinaryNode[] | { code: number; text: string };
