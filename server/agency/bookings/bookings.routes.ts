import { z } from "zod";
import { callMessages } from "#content/messages.ts";
import { visitorWords } from "#content/visitor-words.ts";
import {
  BlockedTimeAnswer,
  BookingAnswer,
  BookingCancellation,
  BookingChange,
  BookingLink,
  BookingMove,
  CallSlots,
  LinkedBooking,
  NewBlockedTime,
  OwnerCalls,
} from "#contract/bookings.ts";
import { ContactRequestChanged } from "#contract/contact-request-work.ts";
import { uuid } from "#contract/fields.ts";
import { Message } from "#contract/sessions.ts";
import { listCallSlots } from "#server/agency/slots/call-slots.ts";
import type { Deps } from "#server/deps.ts";
import { requireAdmin } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import { cancelByLink, getLinkedBooking, moveByLink } from "./linked-booking.ts";
import { blockTime, cancelBooking, listOwnCalls, moveBooking, unblockTime } from "./own-calls.ts";

const tag = "booked calls";
const byId = z.object({ id: uuid });

/**
 * Returns the visitors' routes, which need no session; a booked call is found by its emailed link.
 */
export function bookingRoutes(deps: Deps) {
  const anyone = operations(tag);
  const slots = anyone.get("/call-slots", {
    summary: "The available times for a call with the agency",
    responses: answers(200, CallSlots),
  });
  const show = anyone.get("/bookings/link", {
    summary: "The booked call that an emailed link is for; changes nothing",
    request: { query: BookingLink },
    responses: answers(200, LinkedBooking),
  });
  const move = anyone.post("/bookings/link/moves", {
    summary: "Move the call to an available time, or rebook a canceled one",
    request: { body: jsonBody(BookingMove) },
    responses: answers(201, BookingAnswer),
  });
  const cancel = anyone.post("/bookings/link/cancellations", {
    summary: "Cancel the call; idempotent",
    request: { body: jsonBody(BookingCancellation) },
    responses: answers(201, BookingAnswer),
  });

  return makeRoutes()
    .openapi(slots, async (c) => {
      await deps.limits.count("callSlotsPerIp", c.get("address"));
      return c.json(await listCallSlots(deps), 200);
    })
    .openapi(show, async (c) => {
      return c.json(await getLinkedBooking(deps, c.get("address"), c.req.valid("query").t), 200);
    })
    .openapi(move, async (c) => {
      const booking = await moveByLink(deps, c.get("address"), c.req.valid("json"));
      return c.json({ booking, message: visitorWords[booking.language].bookingAnswers.moved }, 201);
    })
    .openapi(cancel, async (c) => {
      const booking = await cancelByLink(deps, c.get("address"), c.req.valid("json").t);
      return c.json(
        { booking, message: visitorWords[booking.language].bookingAnswers.canceled },
        201,
      );
    });
}

/** Returns the owner's routes. */
export function ownCallRoutes(deps: Deps) {
  const owners = operations(tag, signedIn.admin, requireAdmin(deps, { area: "calls" }));
  const list = owners.get("/admin/calls", {
    summary: "Booked calls from today on, and blocked times",
    responses: answers(200, OwnerCalls),
  });
  const move = owners.put("/admin/contact-requests/{id}/booking", {
    summary: "Move a booked call; the visitor is notified by email",
    request: { params: byId, body: jsonBody(BookingChange) },
    responses: answers(200, ContactRequestChanged),
  });
  const cancel = owners.delete("/admin/contact-requests/{id}/booking", {
    summary: "Cancel a booked call; the visitor is notified by email",
    request: { params: byId },
    responses: answers(200, ContactRequestChanged),
  });
  const block = owners.post("/admin/blocked-times", {
    summary: "Block a time so nobody can book it",
    request: { body: jsonBody(NewBlockedTime) },
    responses: answers(201, BlockedTimeAnswer),
  });
  const unblock = owners.delete("/admin/blocked-times/{id}", {
    summary: "Unblock a time; idempotent",
    request: { params: byId },
    responses: answers(200, Message),
  });

  return makeRoutes()
    .openapi(list, async (c) => c.json(await listOwnCalls(deps), 200))
    .openapi(move, async (c) => {
      const startsAt = new Date(c.req.valid("json").startsAt);
      return c.json(
        await moveBooking(deps, c.get("admin"), c.req.valid("param").id, startsAt),
        200,
      );
    })
    .openapi(cancel, async (c) => {
      const contactRequest = await cancelBooking(deps, c.get("admin"), c.req.valid("param").id);
      return c.json({ contactRequest, message: callMessages.canceled }, 200);
    })
    .openapi(block, async (c) => c.json(await blockTime(deps, c.req.valid("json")), 201))
    .openapi(unblock, async (c) => {
      await unblockTime(deps, c.req.valid("param").id);
      return c.json({ message: callMessages.unblocked }, 200);
    });
}
