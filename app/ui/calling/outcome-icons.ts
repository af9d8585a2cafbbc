import type { Icon } from "#app/ui/icons.tsx";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import {
  IconCalendarCheck,
  IconHandStop,
  IconMessage,
  IconPhoneIncoming,
  IconPhoneX,
  IconRecordMail,
  IconThumbDown,
  IconUserOff,
} from "./call-icons.ts";

export const outcomeIcons: Record<CallOutcome, Icon> = {
  spoke: IconMessage,
  voicemail: IconRecordMail,
  no_answer: IconPhoneX,
  booked: IconCalendarCheck,
  call_back: IconPhoneIncoming,
  not_interested: IconThumbDown,
  wrong_number: IconUserOff,
  asked_to_stop: IconHandStop,
};
