import { Box, Group, Stack, Text, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatEnquiryPlace } from '@threadline/schema/content/enquiry-place';
import { formatPhone } from '@threadline/schema/primitives/phone';
import type { Enquiry } from '@threadline/schema/wire/enquiry';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useEnquiryCounts } from '../../../api/enquiry-counts.ts';
import { formatDateTime } from '../../../format/time.ts';
import { useUnsavedEdits } from '../../../store/open-edits.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useToast } from '../../../ui/toast.tsx';
import type { useEnquiryActions } from './enquiries-query.ts';
import classes from './enquiry.module.css';
import { getMessageStateLabel, messageKindLabels } from './labels.ts';

interface EnquiryFactsProps {
  enquiry: Enquiry;
  onRetain: (retainForClient: boolean) => void;
}

/** The details of the sender, the consents, the retention and the messages. */
export function EnquiryFacts({ enquiry, onRetain }: EnquiryFactsProps) {
  const { email, phone, phoneE164 } = enquiry;
  const facts: Record<string, ReactNode> = {
    Contact: enquiry.contactName,
    Email: <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>,
    Phone: phoneE164 ? <a href={`tel:${phoneE164}`}>{formatPhone(phoneE164)}</a> : phone,
    'Company size': enquiry.companySize,
    Industry: enquiry.industry,
    Source: formatEnquiryPlace(enquiry),
    Page: enquiry.page === '/' ? 'Home page' : enquiry.page,
    Storage: <Retention enquiry={enquiry} onRetain={onRetain} />,
    Messages: <Messages messages={enquiry.messages} />,
    Privacy: (
      <Link to="/enquiries" search={{ view: 'privacy' }} state={{ personEmail: email }}>
        Export or erase this person’s data
      </Link>
    ),
    // Long, so it is last and as wide as the list.
    Consent: <Consents consents={enquiry.consents} />,
  };
  return (
    <dl className={classes.facts}>
      {Object.entries(facts)
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

function Consents({ consents }: Pick<Enquiry, 'consents'>) {
  const listed = consents.filter((consent) => consent.given || consent.requested);
  if (listed.length === 0) return 'None. The form showed no privacy notice.';
  return (
    <ul>
      {listed.map((consent) => (
        <li key={consent.purpose}>
          {describeConsent(consent)}
          {consent.withdrawnAt && `, withdrawn ${formatDateTime(consent.withdrawnAt)}`}
        </li>
      ))}
    </ul>
  );
}

/** Returns what the sender did: read the notice beside the form, which has no box for a reply, or ticked a box. */
function describeConsent({ purpose, confirmedAt, noticeText, noticeVersion }: Enquiry['consents'][number]): string {
  if (purpose === 'whatsapp') return 'Ticked the box for a reply on WhatsApp';
  if (purpose === 'newsletter')
    return `Ticked the box for the newsletter, ${confirmedAt ? `confirmed ${formatDateTime(confirmedAt)}` : 'not confirmed'}`;
  return `Sent the form, which said: “${noticeText}” (version ${noticeVersion} of the privacy notice)`;
}

function Retention({ enquiry: { retainForClient, retainedUntil }, onRetain }: EnquiryFactsProps) {
  return (
    <>
      {retainForClient
        ? 'Client record, kept until you erase it. '
        : `Deleted after ${formatLastDay(retainedUntil)}. Became a client? `}
      <TextButton onClick={() => onRetain(!retainForClient)}>
        {retainForClient ? 'No longer a client' : 'Keep it'}
      </TextButton>
    </>
  );
}

/** Returns the last day before the midnight at which the retention ends. */
function formatLastDay(retainedUntil: string): string {
  const lastMoment = new Date(Date.parse(retainedUntil) - 1).toISOString();
  return formatDateTime(lastMoment).split(',')[0] ?? '';
}

function Messages({ messages }: Pick<Enquiry, 'messages'>) {
  const mode = useEnquiryCounts().data?.mail.mode;
  const others = messages.filter(({ kind }) => kind !== 'reply');
  if (others.length === 0) return 'None';
  return (
    <ul>
      {others.map(({ id, kind, state, lastError }) => (
        <li key={id}>
          {messageKindLabels[kind]}: {getMessageStateLabel(state, mode)}
          {lastError && ` (${lastError})`}
        </li>
      ))}
    </ul>
  );
}

interface EnquiryNotesProps {
  notes: Enquiry['notes'];
  addNote: ReturnType<typeof useEnquiryActions>['addNote'];
}

/** Scrolls a button that has appeared below the typed text above the bars at the end of the screen. */
const showButton = (button: HTMLElement | null) => button?.scrollIntoView({ block: 'nearest' });

/** Internal notes. Included if the sender requests a copy of their data. */
export function EnquiryNotes({ notes, addNote }: EnquiryNotesProps) {
  const [text, setText] = useState('');
  const fieldId = useId();
  const hasText = text.trim() !== '';
  const toast = useToast();
  useUnsavedEdits('enquiry-note', hasText);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!hasText) return;
    const onSuccess = () => {
      setText('');
      toast({ text: 'Note saved.' });
    };
    addNote.mutate(text, { onSuccess });
  };
  return (
    <Stack component="section" gap={10} fz="sm">
      <h3>
        <label htmlFor={fieldId}>Team notes</label>
      </h3>
      <Text c="dimmed">Only your team sees them, unless the sender asks for a copy of their data.</Text>
      <Stack component="ul" gap={10}>
        {notes.map((note) => (
          <Group component="li" key={note.id} gap={10} align="flex-start" wrap="nowrap">
            <Avatar name={note.by ?? '?'} />
            <Box className={classes.note}>
              <strong>{note.by}</strong> <small>{formatDateTime(note.at)}</small>
              <p>{note.text}</p>
            </Box>
          </Group>
        ))}
      </Stack>
      <Stack component="form" gap={10} onSubmit={submit}>
        <Textarea
          id={fieldId}
          aria-label="Add a note"
          placeholder="Add a note"
          autosize
          minRows={1}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {hasText && (
          <div ref={showButton} className={classes.saveNote}>
            <Button type="submit" size="xs" loading={addNote.isPending}>
              Save note
            </Button>
          </div>
        )}
        <ErrorAlert error={addNote.error} fallback="The note could not be saved. Try again." />
      </Stack>
    </Stack>
  );
}
