/** Where somebody signs up with Meta, as the document says; undefined where that is not set up. */
export const SIGNUP_URL = document.documentElement.dataset.signup;
