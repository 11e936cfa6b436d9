/** The `Origin` that clients of WhatsApp Web send. */
export const WHATSAPP_ORIGIN = "https://web.whatsapp.com";
