import { createPasswords } from "../../auth/password.ts";
import { createThrottle } from "../../auth/throttle.ts";
import { tryProxies } from "../../gateway/number/try-proxies.ts";
import { createTunnels } from "../../gateway/number/tunnels.ts";
import { createCursors } from "../../http/paging.ts";
import { createSenderReader } from "../../http/sender.ts";
import { openUploadedFile } from "../../media/outgoing/uploaded-file.ts";
import { createAddressReader } from "../../oauth/addresses.ts";
import { createDocuments } from "../../oauth/documents.ts";
import { findMissingFields } from "../../onboarding/missing-fields.ts";
import { guardFileHosts } from "../../providers/whatsapp-web/receive/media-source.ts";
import type { AppDependencies } from "../types/app-dependencies.ts";

/** What routes are made of: what the daemon gives, and what is made of that once for all of them. */
export function commonOf(dependencies: AppDependencies) {
  const { sql, secrets, transport } = dependencies;
  const senderOf = createSenderReader(transport.behindProxy, transport.isTls);
  const cursors = createCursors(secrets.derive("cursors"));
  const tunnels = createTunnels(secrets, dependencies.guard);
  const { webSocketUrl } = dependencies.outside;
  const shared = {
    ...dependencies,
    ...{ cursors, senderOf },
    addressesOf: createAddressReader(senderOf, transport.publicUrl),
    canConvert: () => dependencies.uploads.converter.findFfmpeg() !== null,
    tryProxies: (organizationId: string) => tryProxies({ sql, tunnels, webSocketUrl }, organizationId),
    missingFields: () => findMissingFields(dependencies.providers),
    publicUrl: transport.publicUrl,
    pepper: secrets.derive("api keys"),
    tokenPepper: secrets.derive("tokens"),
    passwords: createPasswords(),
    throttle: createThrottle(sql),
    documents: createDocuments(dependencies.guard),
  };
  return {
    shared,
    /** For routes with lists: their cursors are good for no other list. */
    listing: (name: string) => ({ ...shared, cursors: cursors.of(name) }),
    pictures: {
      ...{ sql, tunnels, answers: dependencies.answers, incoming: dependencies.uploads.incoming },
      fileHosts: guardFileHosts({ webSocketUrl, guard: dependencies.guard }),
    },
    openFile: openUploadedFile.bind(null, { sql, store: dependencies.media }),
  };
}

export type Common = ReturnType<typeof commonOf>;
