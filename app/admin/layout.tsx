import { Outlet } from "react-router";

export const handle = { isPublic: true };

export default function Layout() {
  return <Outlet />;
}
