import { Link } from "react-router";
import { Door } from "#app/ui/door.tsx";
import { deskWords } from "#content/desk.ts";
import { site } from "#content/site.ts";

export const meta = () => [
  { title: `Password · ${deskWords.title}` },
  { name: "robots", content: "noindex" },
];

export default function Recover() {
  return (
    <Door title="Forgot the password?" foot={<Link to="/lms">Back to Log in</Link>}>
      <p>
        Call us at <a href={`tel:${site.phoneLink}`}>{site.phone}</a> or write to{" "}
        <a href={`mailto:${site.agencyEmail}`}>{site.agencyEmail}</a> from the address that you sign
        in with. We set a new password with you.
      </p>
    </Door>
  );
}
