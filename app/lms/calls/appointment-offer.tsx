// After a booking, offers to enter the appointment's date. The offer doesn't take the focus or move
// rows, and disappears with the next call or screen. The lead's own page asks in its card instead.
import { type CSSProperties, useState } from "react";
import { useLocation } from "react-router";
import { useMessage } from "#app/lms/shell/desk-bus.tsx";
import { NowProvider } from "#app/ui/now.tsx";
import { appointmentWords } from "#content/desk/calls.ts";
import { AppointmentForm } from "./appointment-form.tsx";
import styles from "./appointment-offer.module.css";

type Booked = { leadId: string; callId: string; name: string; near: number | null };

export function AppointmentOffer({ serverNow }: { serverNow: string }) {
  const { pathname, search } = useLocation();
  const [booked, setBooked] = useState<Booked | null>(null);
  const close = () => setBooked(null);
  useMessage("leadBooked", ({ leadId, callId, name, near }) => {
    const shownId = pathname === "/lms/lead" ? new URLSearchParams(search).get("id") : null;
    if (shownId !== leadId) setBooked({ leadId, callId, name, near });
  });
  useMessage("callStarted", close);
  useMessage("callUndone", close);
  useMessage("screenOpened", close);
  if (!booked) return null;
  return (
    <NowProvider serverNow={serverNow}>
      <Offer {...booked} onDone={close} />
    </NowProvider>
  );
}

function Offer({ near, onDone, ...booked }: Booked & { onDone: () => void }) {
  const title = appointmentWords.offer(booked.name);
  return (
    <section
      className={styles.offer}
      aria-label={title}
      data-near={near === null ? undefined : ""}
      style={near === null ? undefined : ({ "--near": `${near}px` } as CSSProperties)}
    >
      <strong>{title}</strong>
      <AppointmentForm key={booked.callId} {...booked} appointmentAt={null} onDone={onDone} />
    </section>
  );
}
