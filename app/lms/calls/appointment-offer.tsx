// After a booking, offers to enter the appointment's date. The offer doesn't take the focus or
// cover rows, and disappears with the next call.
import { useState } from "react";
import { useMessage } from "#app/lms/shell/desk-bus.tsx";
import { appointmentWords } from "#content/desk/calls.ts";
import { AppointmentForm } from "./appointment-form.tsx";
import styles from "./appointment-offer.module.css";

type Booked = { leadId: string; callId: string; name: string };

export function AppointmentOffer() {
  const [booked, setBooked] = useState<Booked | null>(null);
  const close = () => setBooked(null);
  useMessage("leadBooked", ({ leadId, callId, name }) => setBooked({ leadId, callId, name }));
  useMessage("callStarted", close);
  useMessage("callUndone", close);
  if (!booked) return null;
  const title = appointmentWords.offer(booked.name);
  return (
    <section className={styles.offer} aria-label={title}>
      <strong>{title}</strong>
      <AppointmentForm key={booked.callId} {...booked} appointmentAt={null} onDone={close} />
    </section>
  );
}
