// Public pages with the same content for everyone, prerendered at build time.
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
