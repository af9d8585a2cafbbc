// A practice's sources, campaigns, people and alert channels; each links to its own page.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { ReconnectSource } from "#app/admin/source/reconnect-source.tsx";
import { Moment } from "#app/ui/at-time.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { agoText } from "#app/ui/clock-text.ts";
import { deviceName } from "#app/ui/device-name.ts";
import { mailtoUrl } from "#app/ui/mailto.ts";
import { useNow } from "#app/ui/now.tsx";
import { auditNames, auditWords } from "#content/console/audit.ts";
import { campaignPlatformNames, campaignStateNames } from "#content/console/campaigns.ts";
import { stepWords, practicePageWords as words } from "#content/console/practices.ts";
import { sourceKindNames, sourceStateNames } from "#content/console/sources.ts";
import { alertWords } from "#content/desk/alerts.ts";
import { roleNames } from "#content/desk/people.ts";
import { dateText } from "#contract/moment-text.ts";
import type { Person } from "#contract/people.ts";
import type { PracticeDetail } from "#contract/practices.ts";
import type { Source } from "#contract/sources.ts";
import styles from "./box.module.css";

type OfPractice = { practice: PracticeDetail };

export function Sources({ practice: { _id, sources } }: OfPractice) {
  return (
    <Box id="sources" title={words.sources} count={sources.length} none={words.noSources}>
      {sources.length > 0 && (
        <ul className={styles.rows}>
          {sources.map((source) => (
            <SourceRow key={source._id} source={source} />
          ))}
        </ul>
      )}
      <p>
        <ButtonLink to={`/admin/sources?connect=${_id}`} variant="outline" isSmall>
          {stepWords.source.action}
        </ButtonLink>
      </p>
    </Box>
  );
}

function SourceRow({ source }: { source: Source }) {
  const { _id, name, kind, state, lastLeadAt } = source;
  const now = useNow();
  return (
    <li>
      <Link to={`/admin/source?id=${_id}`} className={styles.name}>
        {name}
      </Link>
      <span className={styles.state}>{sourceStateNames[state]}</span>
      <span className={styles.facts}>
        <span>{sourceKindNames[kind]}</span>
        {lastLeadAt ? (
          <Moment at={lastLeadAt} timeZone={agencyZone}>
            {words.lastLeadAt(agoText(new Date(lastLeadAt), now))}
          </Moment>
        ) : (
          <span>{words.noLead}</span>
        )}
        {state === "ended" && <ReconnectSource source={source} />}
      </span>
    </li>
  );
}

export function Campaigns({ practice: { campaigns } }: OfPractice) {
  return (
    <Box id="campaigns" title={words.campaigns} count={campaigns.length} none={words.noCampaigns}>
      {campaigns.length > 0 && (
        <ul className={styles.rows}>
          {campaigns.map(({ _id, name, platform, state }) => (
            <li key={_id}>
              <Link to={`/admin/campaign?id=${_id}`} className={styles.name}>
                {name}
              </Link>
              <span className={styles.state}>{campaignStateNames[state]}</span>
              <span className={styles.facts}>{campaignPlatformNames[platform]}</span>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}

export function People({ practice: { people } }: OfPractice) {
  return (
    <Box id="people" title={words.people} count={people.people.length}>
      <ul className={styles.rows}>
        {people.people.map((person) => (
          <PersonRow key={person._id} person={person} />
        ))}
        {people.invitations.map(({ _id, firstName, lastName, role, email, invitedAt }) => (
          <li key={_id}>
            <span className={styles.name}>
              <bdi>
                {firstName} {lastName}
              </bdi>
            </span>
            <span className={styles.state}>{roleNames[role]}</span>
            <span className={styles.facts}>
              <span>{email}</span>
              <Moment at={invitedAt} timeZone={agencyZone}>
                {words.invited(dateText(invitedAt, agencyZone))}
              </Moment>
            </span>
          </li>
        ))}
      </ul>
    </Box>
  );
}

function PersonRow({ person }: { person: Person }) {
  const { firstName, lastName, email, role, deactivatedAt, lastSignedInAt } = person;
  return (
    <li>
      <span className={styles.name}>
        <bdi>
          {firstName} {lastName}
        </bdi>
      </span>
      <span className={styles.state}>{deactivatedAt ? words.deactivated : roleNames[role]}</span>
      <span className={styles.facts}>
        <a href={mailtoUrl(email)}>{email}</a>
        {lastSignedInAt ? (
          <Moment at={lastSignedInAt} timeZone={agencyZone}>
            {words.lastLogin(dateText(lastSignedInAt, agencyZone))}
          </Moment>
        ) : (
          <span>{words.neverLoggedIn}</span>
        )}
        <span>{person.hasTwoStepLogin ? words.twoStep : words.noTwoStep}</span>
      </span>
    </li>
  );
}

export function Channels({ practice: { alerts } }: OfPractice) {
  const { devices, addresses, defaultEmail, hasMail } = alerts;
  const hasEmail = addresses.some(
    ({ kind, isConfirmed, problem }) => kind === "email" && isConfirmed && !problem,
  );
  const count = devices.length + addresses.length;
  return (
    <Box id="channels" title={words.alerts} count={count} none={words.noChannels}>
      {count > 0 && (
        <ul className={styles.rows}>
          {devices.map(({ _id, device, person, problem }) => (
            <li key={_id}>
              <span className={styles.name}>{words.deviceOf(deviceName(device), person)}</span>
              <span className={styles.state}>{problem ? words.fails : words.working}</span>
              {problem && (
                <span className={styles.facts}>{alertWords.deviceProblems[problem]}</span>
              )}
            </li>
          ))}
          {addresses.map(({ _id, address, isConfirmed, problem }) => (
            <li key={_id}>
              <span className={styles.name}>{address}</span>
              <span className={styles.state}>
                {problem ? words.fails : isConfirmed ? words.working : words.notConfirmed}
              </span>
              {problem && (
                <span className={styles.facts}>{alertWords.addressProblems[problem]}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {!hasMail && <p className={styles.quiet}>{words.noMail}</p>}
      {hasMail && !hasEmail && <p className={styles.quiet}>{words.defaultEmail(defaultEmail)}</p>}
    </Box>
  );
}

export function LatestChanges({ practice: { _id, latestChanges } }: OfPractice) {
  return (
    <Box id="changes" title={words.latestChanges} count={0}>
      {latestChanges.length === 0 && <p className={styles.quiet}>{words.noChanges}</p>}
      <ul className={styles.rows}>
        {latestChanges.map(({ _id: id, at, action, who }) => (
          <li key={id}>
            <span className={styles.name}>{auditNames[action]}</span>
            <span className={styles.state}>
              <Moment at={at} timeZone={agencyZone}>
                {dateText(at, agencyZone)}
              </Moment>
            </span>
            <span className={styles.facts}>{who ?? auditWords.unknown}</span>
          </li>
        ))}
      </ul>
      <p>
        <ButtonLink to={`/admin/audit?client=${_id}`} variant="quiet" isSmall>
          {words.wholeLog}
        </ButtonLink>
      </p>
    </Box>
  );
}

type BoxProps = { id: string; title: string; count: number; none?: string; children: ReactNode };

function Box({ id, title, count, none, children }: BoxProps) {
  return (
    <section className={styles.box} aria-labelledby={id}>
      <h2 id={id}>
        {title} {count > 0 && <span>{count}</span>}
      </h2>
      {count === 0 && none && <p className={styles.quiet}>{none}</p>}
      {children}
    </section>
  );
}
