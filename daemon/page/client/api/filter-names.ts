import type { QueryOf, Route } from "./call.ts";

/** How a list is continued is no filter. */
type Paging = "limit" | "cursor" | "before" | "after" | "around";
type FilterOf<Name extends Route> = Exclude<keyof QueryOf<Name> & string, Paging>;

/**
 * The names of a list's filters that a view has; it says why it leaves out the others that the API has. One that the API
 * gets later doesn't compile until it is in one of the two.
 */
export const filterNames =
  <Name extends Route>() =>
  <const Shown extends FilterOf<Name>>(
    shown: readonly Shown[],
    _leftOut: { [LeftOut in Exclude<FilterOf<Name>, Shown>]: string },
  ): readonly Shown[] =>
    shown;
