/** What the routes answer about own things, where it is not what their examples say. */

/** Own things that a route has other answers for than its success. */
export const OWN: Record<string, [status: number, because: string]> = {
  playCustomer: [422, "no number of the sandbox"],
  connectChannel: [422, "official numbers are not paired"],
  getChannelQr: [422, "official numbers are not paired"],
  disconnectChannel: [422, "official numbers are not paired"],
  importChannelSession: [422, "official numbers are not paired"],
  exportChannelSession: [422, "official numbers are not paired"],
  getContactPicture: [404, "nobody's picture is shown to official numbers"],
  endLogin: [404, "a key has no logins"],
  confirmFactor: [404, "a key has no second factors"],
  deleteFactor: [404, "a key has no second factors"],
  updateLoginProvider: [422, "nobody is at the address of the example"],
  createPairingLink: [422, "official numbers are not paired"],
  fetchEarlierMessages: [422, "official numbers have no phone to ask"],
  unreadConversation: [422, "nobody wrote in it"],
  handOverConversation: [422, "the number has no agent of Meta's"],
  blockConversation: [422, "nobody wrote in it"],
  unblockConversation: [422, "nobody is blocked"],
  pauseBroadcast: [409, "a draft does not run"],
  resumeBroadcast: [409, "a draft does not run"],
  cancelBroadcast: [409, "a draft does not run"],
  getMedia: [409, "the file is never fetched"],
  continueUpload: [400, "the request does not say where its bytes begin"],
  getChannelProfile: [422, "official numbers have theirs at Meta"],
  getChannelProfilePicture: [422, "official numbers have theirs at Meta"],
  updateChannelProfile: [422, "official numbers have theirs at Meta"],
  createChannelLabel: [422, "only the Business app has labels"],
  deleteChannelLabel: [422, "only the Business app has labels"],
  postStatus: [422, "the Cloud API has no status posts"],
  deleteStatus: [422, "the Cloud API has no status posts"],
  getPresence: [422, "official numbers see nobody's presence"],
  checkImportedNumbers: [422, "official numbers can't ask who is on WhatsApp"],
  createGroup: [422, "nobody can be added to an official number's group"],
  changeGroupParticipants: [422, "nobody can be added to an official number's group"],
  joinGroup: [422, "official numbers join no groups"],
  leaveGroup: [422, "official numbers delete their groups"],
  ...Object.fromEntries(
    ["listGroups", "getGroup", "updateGroup", "deleteGroup", "getGroupInvite", "revokeGroupInvite"]
      .concat(["listGroupJoinRequests", "answerGroupJoinRequests"])
      .concat(["getChannelUsername", "setChannelUsername", "deleteChannelUsername"])
      .concat(["listChannelUsernameSuggestions", "getCallPermission"])
      .map((operation) => [operation, [422, "a channel without a token asks Meta for nothing"]]),
  ),
};
/** A company, as the records of these tests are, has no stage to change as the example does. */
export const OWN_BODIES: Record<string, object> = { updateRecord: { name: "Red Door Café" } };
