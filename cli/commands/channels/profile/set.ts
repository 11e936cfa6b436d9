import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { given } from "../../../lib/values/given.ts";
import { pairedChannel, profileColumns } from "./columns.ts";

export const setProfile = command({
  path: "channels profile set",
  summary: "Change what a paired number shows of itself",
  description:
    "Change the name, the line about it or the picture of a paired number, for everybody who writes with it. Upload a picture first: waypost media upload.",
  output: "The profile, as it is now.",
  arguments: pairedChannel,
  options: {
    name: {
      value: "name",
      description: "What people see who have not saved the number; 25 characters at most",
    },
    about: { value: "text", description: "The line below it; 139 characters at most, empty takes it away" },
    picture: {
      value: "id",
      of: "media",
      description: "An uploaded picture: the square in its middle is shown",
    },
    "remove-picture": { description: "Take the picture away" },
  },
  writes: true,
  examples: [
    {
      description: "Say when you are there",
      command: "waypost channels profile set ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --about 'Open until six'",
    },
    {
      description: "With an uploaded picture",
      command:
        "waypost channels profile set ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --picture med_01J8Z3W6YB2Q4V5N7M8P9R0S1T",
    },
  ],
  run: ({ cli, arguments: path, options: { name, about, picture, "remove-picture": removes } }) => {
    if (removes && picture !== undefined) throw usageFailure("give one of --picture and --remove-picture");
    const body = given({ name, about, picture: removes ? null : picture });
    if (Object.keys(body).length === 0)
      throw usageFailure("say what to change", "Give --name, --about, --picture or --remove-picture.");
    return change(cli, "PATCH /v1/channels/{id}/profile", { path, body }, profileColumns);
  },
});
