/** What clients of WhatsApp Web say that they come from. */
export const WHATSAPP_ORIGIN = "https://web.whatsapp.com";
