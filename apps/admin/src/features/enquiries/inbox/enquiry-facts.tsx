import type { Enquiry } from '@threadline/schema/enquiry';
import { formatPhone } from '@threadline/schema/phone';
import type { ReactNode } from 'react';
import { dateTimeOf, momentOf } from '../../../format/time.ts';
import detail from './detail.module.css';
import { placeWords } from './inbox-search.ts';
import { mailNames, mailStateNames } from './status-names.ts';

const purposes = { reply: 'to be answered', whatsapp: 'to be answered on WhatsApp', newsletter: 'to the newsletter' };

/** What is known about the sender, the receipts of consent and the messages. */
export function EnquiryFacts({ enquiry, onKeep }: { enquiry: Enquiry; onKeep: (retainForClient: boolean) => void }) {
  const facts: [label: string, value: ReactNode][] = [
    ['Contact', enquiry.contactName],
    [
      'Email',
      <a key="email" href={`mailto:${encodeURIComponent(enquiry.email)}`}>
        {enquiry.email}
      </a>,
    ],
    ['Phone', phoneOf(enquiry)],
    ['Company size', enquiry.companySize],
    ['Industry', enquiry.industry],
    ['Came from', cameFrom(enquiry)],
    ['Page', enquiry.page],
    ['Consent', <Consents key="consent" enquiry={enquiry} />],
    ['Kept', <Kept key="kept" enquiry={enquiry} onKeep={onKeep} />],
    ['Messages', <Messages key="messages" enquiry={enquiry} />],
  ];
  return (
    <dl className={detail.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function phoneOf({ phone, phoneE164 }: Enquiry): ReactNode {
  return phoneE164 ? <a href={`tel:${phoneE164}`}>{formatPhone(phoneE164)}</a> : phone;
}

function cameFrom({ originSection, originSlide, originCta, origin }: Enquiry): string {
  return placeWords({ section: originSection, slide: originSlide, cta: originCta || origin });
}

function Consents({ enquiry }: { enquiry: Enquiry }) {
  const given = enquiry.consents.filter((consent) => consent.given || consent.requested);
  if (given.length === 0) return 'No notice was shown: it came through a bare call';
  return (
    <ul>
      {given.map(({ purpose, given: isGiven, noticeVersion, withdrawnAt }) => (
        <li key={purpose}>
          {isGiven ? 'Agreed' : 'Asked, not confirmed:'} {purposes[purpose]}
          {noticeVersion !== null && `, notice ${noticeVersion}`}
          {withdrawnAt && `, withdrawn ${momentOf(withdrawnAt)}`}
        </li>
      ))}
    </ul>
  );
}

function Kept({ enquiry, onKeep }: { enquiry: Enquiry; onKeep: (retainForClient: boolean) => void }) {
  return (
    <>
      {enquiry.retainForClient
        ? 'As a client’s file, until somebody erases it. '
        : `Until ${dateTimeOf(enquiry.retainedUntil).split(',')[0]}. `}
      <button type="button" className="text-button" onClick={() => onKeep(!enquiry.retainForClient)}>
        {enquiry.retainForClient ? 'No longer a client' : 'Has become a client: keep it'}
      </button>
    </>
  );
}

function Messages({ enquiry }: { enquiry: Enquiry }) {
  const mails = enquiry.messages.filter(({ kind }) => kind !== 'reply');
  if (mails.length === 0) return 'None';
  return (
    <ul>
      {mails.map(({ id, kind, state, lastError }) => (
        <li key={id}>
          {mailNames[kind]}: {mailStateNames[state]}
          {lastError && ` (${lastError})`}
        </li>
      ))}
    </ul>
  );
}
