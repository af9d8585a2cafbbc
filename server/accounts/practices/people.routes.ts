import { z } from "zod";
import { peopleMessages } from "#content/desk/people.ts";
import { uuid } from "#contract/fields.ts";
import {
  Joining,
  JoinOffer,
  JoinQuery,
  NewPerson,
  People,
  PeopleChanged,
  PersonChange,
} from "#contract/people.ts";
import { Message } from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { requireRight } from "#server/http/guards.ts";
import { answers, jsonBody, makeRoutes, operations, signedIn } from "#server/http/openapi.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { getJoinOffer, joinPractice } from "./joining.ts";
import { changePerson, listPeople } from "./people.ts";
import {
  invitePerson,
  resendPersonInvitation,
  withdrawPersonInvitation,
} from "./person-invitations.ts";

const byId = z.object({ id: uuid });

export function peopleRoutes(deps: Deps) {
  const guarded = operations("people", signedIn.client, requireRight(deps, "people"));
  const proven = operations(
    "people",
    signedIn.client,
    requireRight(deps, "people", { isProven: true }),
  );
  const anyone = operations("people");
  const list = guarded.get("/clients/me/people", {
    summary: "The people at the practice, and its open invitations",
    responses: answers(200, People),
  });
  const invitation = proven.post("/clients/me/people", {
    summary:
      "Invite someone; the response is the same for an address that has an account elsewhere",
    request: { body: jsonBody(NewPerson) },
    responses: answers(201, PeopleChanged),
  });
  const change = proven.patch("/clients/me/people/{id}", {
    summary: "Change a person's name or role; deactivate or reactivate the person",
    request: { params: byId, body: jsonBody(PersonChange) },
    responses: answers(200, PeopleChanged),
  });
  const resending = proven.post("/clients/me/people/invitations/{id}/resendings", {
    summary: "Resend an invitation; the older link stops working",
    request: { params: byId },
    responses: answers(201, PeopleChanged),
  });
  const withdrawal = guarded.delete("/clients/me/people/invitations/{id}", {
    summary: "Cancel an invitation",
    request: { params: byId },
    responses: answers(200, PeopleChanged),
  });
  const offer = anyone.get("/people/invitation", {
    summary: "The details of an invitation link",
    request: { query: JoinQuery },
    responses: answers(200, JoinOffer),
  });
  const acceptance = anyone.post("/people/acceptances", {
    summary: "Accept an invitation: choose a password, and join the practice",
    request: { body: jsonBody(Joining) },
    responses: answers(201, Message),
  });
  const answer = async (client: SignedInClient, message: string) => ({
    ...(await listPeople(deps, client)),
    message,
  });

  return makeRoutes()
    .openapi(list, async (c) => c.json(await listPeople(deps, c.get("client")), 200))
    .openapi(invitation, async (c) => {
      await invitePerson(deps, visitorOf(c), c.get("client"), c.req.valid("json"));
      return c.json(await answer(c.get("client"), peopleMessages.invited), 201);
    })
    .openapi(change, async (c) => {
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      await changePerson(deps, visitorOf(c), c.get("client"), id, input);
      return c.json(await answer(c.get("client"), messageFor(input)), 200);
    })
    .openapi(resending, async (c) => {
      const { id } = c.req.valid("param");
      await resendPersonInvitation(deps, visitorOf(c), c.get("client"), id);
      return c.json(await answer(c.get("client"), peopleMessages.invited), 201);
    })
    .openapi(withdrawal, async (c) => {
      const { id } = c.req.valid("param");
      await withdrawPersonInvitation(deps, visitorOf(c), c.get("client"), id);
      return c.json(await answer(c.get("client"), peopleMessages.withdrawn), 200);
    })
    .openapi(offer, async (c) =>
      c.json(await getJoinOffer(deps, visitorOf(c), c.req.valid("query").t), 200),
    )
    .openapi(acceptance, async (c) => {
      await joinPractice(deps, visitorOf(c), c.req.valid("json"));
      return c.json({ message: peopleMessages.joined }, 201);
    });
}

function messageFor({ isDeactivated }: PersonChange): string {
  if (isDeactivated === undefined) return peopleMessages.saved;
  return isDeactivated ? peopleMessages.deactivated : peopleMessages.reactivated;
}
