/** With this hash, the report's page opens with the form that sends it. */
export const sendHash = "#send";
