import { startGraphSite } from "./graph-site.ts";
import { sandboxClientConformance } from "./sandbox-client.ts";
import { startWhatsAppWebSite } from "./whatsapp-web-site.ts";

sandboxClientConformance("the Graph sandbox", startGraphSite, { listsFaults: false });
sandboxClientConformance("the WhatsApp Web sandbox", startWhatsAppWebSite, { listsFaults: true });
