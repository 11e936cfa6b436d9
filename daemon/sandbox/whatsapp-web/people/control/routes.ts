import type { ControlHandler, ControlRoutes } from "../../link.ts";
import { getChats, postChat, putKeepArchived } from "./chats.ts";
import type { PeopleControl } from "./control.ts";
import { getCounts, getFailures, getPeople, postTimings } from "./everybody.ts";
import { getGroups, postGroup, postGroupChange, postInvite } from "./groups.ts";
import type { PeopleHandler } from "./handler.ts";
import { deleteLabel, getLabels, postLabelChat, putLabel } from "./labels.ts";
import { deleteMediaFaults, postExpired, postMediaFault } from "./media.ts";
import { getEvents, getMessages, getPhoneCounts, getStatus, postCopy, postMessage } from "./messages.ts";
import {
  deleteBusiness,
  deleteUserName,
  postBehaviour,
  postCall,
  postHistory,
  postNumber,
  postPresence,
  postRead,
  postReceipt,
  putBusiness,
  putUserName,
} from "./persons.ts";

const ROUTES: Record<string, Record<string, PeopleHandler>> = {
  "/sandbox/people": { GET: getPeople },
  "/sandbox/people/counts": { GET: getCounts },
  "/sandbox/people/failures": { GET: getFailures },
  "/sandbox/people/timings": { POST: postTimings },
  "/sandbox/phones/{number}/messages": { GET: getMessages, POST: postMessage },
  "/sandbox/phones/{number}/chats": { GET: getChats, POST: postChat },
  "/sandbox/phones/{number}/keep-archived": { PUT: putKeepArchived },
  "/sandbox/phones/{number}/labels": { GET: getLabels },
  "/sandbox/phones/{number}/labels/{id}": { PUT: putLabel, DELETE: deleteLabel },
  "/sandbox/phones/{number}/labels/{id}/chats": { POST: postLabelChat },
  "/sandbox/phones/{number}/status": { GET: getStatus },
  "/sandbox/phones/{number}/copies": { POST: postCopy },
  "/sandbox/phones/{number}/counts": { GET: getPhoneCounts },
  "/sandbox/phones/{number}/events": { GET: getEvents },
  "/sandbox/phones/{number}/behaviour": { POST: postBehaviour },
  "/sandbox/phones/{number}/business": { PUT: putBusiness, DELETE: deleteBusiness },
  "/sandbox/phones/{number}/username": { PUT: putUserName, DELETE: deleteUserName },
  "/sandbox/phones/{number}/calls": { POST: postCall },
  "/sandbox/phones/{number}/presence": { POST: postPresence },
  "/sandbox/phones/{number}/read": { POST: postRead },
  "/sandbox/phones/{number}/receipts": { POST: postReceipt },
  "/sandbox/phones/{number}/number": { POST: postNumber },
  "/sandbox/phones/{number}/history": { POST: postHistory },
  "/sandbox/phones/{number}/expired": { POST: postExpired },
  "/sandbox/phones/{number}/groups": { GET: getGroups, POST: postGroup },
  "/sandbox/phones/{number}/groups/{id}": { POST: postGroupChange },
  "/sandbox/phones/{number}/invites": { POST: postInvite },
  "/sandbox/media/faults": { POST: postMediaFault, DELETE: deleteMediaFaults },
};

/** The control routes of the people, under `/sandbox`. */
export function routesOf(control: PeopleControl): ControlRoutes {
  const routes: ControlRoutes = {};
  for (const [path, methods] of Object.entries(ROUTES)) {
    const handlers = Object.entries(methods).map(([method, handler]): [string, ControlHandler] => [
      method,
      (request) => handler(control, request),
    ]);
    routes[path] = Object.fromEntries(handlers);
  }
  return routes;
}
