import type { EndpointForm } from "./form.ts";

/** Waypost's own form: the event as it is stored. */
export const WAYPOST: EndpointForm = {
  name: "waypost",
  types: null,
  needs: [],
  write: ({ text }) => ({ body: text }),
};
