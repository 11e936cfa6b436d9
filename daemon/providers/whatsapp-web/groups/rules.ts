import type { GroupComplaint, GroupRequest, GroupRules } from "../../groups.ts";

const ID = /^[0-9]{5,30}(-[0-9]{5,20})?@g\.us$/;

/** The groups that a paired number is in, like a phone. */
export const PAIRED_GROUPS: GroupRules = {
  isId: (id) => ID.test(id),
  optIn: true,
  namesPeopleBy: "address",
  cannotSend: new Set(),
  refusalOf,
};

function refusalOf(request: GroupRequest): GroupComplaint | null {
  switch (request.kind) {
    case "create":
      if (request.joinApproval !== null)
        return {
          path: "/join_approval",
          message: "only official numbers can decide it when they create a group",
        };
      return request.participants.length > 0
        ? null
        : { path: "/participants", message: "required on paired numbers: WhatsApp makes no group of nobody" };
    case "delete":
      return { path: "", message: "a paired number can't delete a group: leave it" };
    case "join_requests":
    case "answer_join_requests":
      return { path: "", message: "only official numbers can read and answer requests to join" };
    default:
      return null;
  }
}
