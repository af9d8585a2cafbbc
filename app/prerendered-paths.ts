// Public pages that say the same to everybody: made once, when the product is built.
export const prerenderedPaths = [
  "/",
  "/contact",
  "/marketing",
  "/marketing/faq",
  "/marketing/contact",
  "/marketing/get-started",
  "/lms/privacy-policy",
  "/lms/terms-and-conditions",
] as const;
