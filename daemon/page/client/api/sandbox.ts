/** Whether a sandbox stands in for WhatsApp, as the document says. */
export const IS_SANDBOX = document.documentElement.hasAttribute("data-sandbox");
