// The button that saves an appointment as a calendar file for the person. It is loaded later,
// because few leads have an appointment.
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { Button } from "#app/ui/button.tsx";
import { saveFile } from "#app/ui/save-file.ts";
import { appointmentWords } from "#content/desk/calls.ts";
import { appointmentFile } from "./appointment-file.ts";

export function CalendarFile({ booked }: { booked: Parameters<typeof appointmentFile>[0] }) {
  const { client } = useDesk();
  function save() {
    const written = { now: new Date(), host: location.hostname };
    const file = appointmentFile(booked, client, written);
    saveFile(appointmentWords.fileName, file, "text/calendar");
  }
  return (
    <Button variant="quiet" isSmall onClick={save}>
      {appointmentWords.file}
    </Button>
  );
}
