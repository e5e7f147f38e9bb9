import { Group, Stack } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { findMissingAlt, listImagesWithoutOwnAlt } from '@threadline/schema/content/alt-text';
import { getLabelAt, isRequired } from '@threadline/schema/content/form-field';
import { formatDay } from '@threadline/schema/primitives/calendar-day';
import { toIndianDay } from '@threadline/schema/primitives/indian-time';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { imageAtQuery } from '../../images/images-query.ts';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import { type IndianTime, parseIndianTime, ScheduleInputs, toIndianTime } from '../../publishing/schedule-form.tsx';
import type { FormText } from '../model/form-model.ts';
import { findFirstControl, focusField } from './field-errors.tsx';
import type { FormChoices } from './field-frame.tsx';
import type { DraftForm } from './item-editor.tsx';
import classes from './publish-dialog.module.css';
import { findPublishNotes, type PublishNote } from './publish-notes.ts';
import { includeChanges } from './schedule-notice.tsx';
import { SchemaForm } from './schema-form.tsx';
import { getNextWorkingMorning } from './working-morning.ts';

interface Schedule {
  /** The time that is set already, in ISO 8601. */
  at: string | undefined;
  /** Called with the time in UTC. Resolves once the server has answered. */
  onSchedule: (at: string) => Promise<void>;
}

interface PublishDialogProps {
  /** The entry, such as `article`. */
  itemTitle: string;
  /** True while visitors see an earlier text. */
  isPublic: boolean;
  /** True if only people with the link will find it. */
  isUnlisted: boolean;
  form: DraftForm;
  choices: FormChoices;
  /** Resolves once the server has answered. */
  onPublish: () => Promise<void>;
  /** Asks for a time, and publishes then. */
  schedule?: Schedule | undefined;
  /** Closes the dialog and leads to a place in the text. */
  onShow: (pointer: string) => void;
  onClose: () => void;
}

/** Shows what will be published now or at a time, and asks for what is missing. */
export function PublishDialog({ itemTitle, isPublic, isUnlisted, form, choices, ...actions }: PublishDialogProps) {
  const { onPublish, schedule, onShow, onClose } = actions;
  const { review: isReviewed = false, pinnedRelease = null } = usePublishStatus() ?? {};
  const isPaused = pinnedRelease !== null;
  const isScheduled = schedule !== undefined;
  const step = describeStep({ itemTitle, isPublic, isUnlisted, isReviewed, isPaused, isScheduled });
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [initialTime] = useState(() =>
    toIndianTime(schedule?.at ? Date.parse(schedule.at) : getNextWorkingMorning(Date.now())),
  );
  const [time, setTime] = useState(initialTime);
  const isProposed = time === initialTime && !schedule?.at;
  const at = schedule && parseIndianTime(time);
  const isTimeInvalid = Number.isNaN(at);
  const element = useRef<HTMLFormElement>(null);
  const asked = isPublic ? [] : listAskedFields(form);
  const isAsked = (pointer: string) => asked.some((field) => pointer === field || pointer.startsWith(`${field}/`));
  const missing = [...Object.keys(form.errors).filter((pointer) => !isAsked(pointer)), ...useMissingAlts(form.text)];
  const notes = findPublishNotes(form.text.value);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // this form is inside the form of the draft
    const invalid = Object.keys(form.errors);
    if (invalid.length > 0 || missing.length > 0 || isTimeInvalid) {
      flushSync(() => setTried(true));
      const control = findFirstControl(element.current, invalid.filter(isAsked));
      focusField(control ?? element.current?.querySelector('[role=alert] button, [aria-invalid=true]') ?? null);
      return;
    }
    setBusy(true);
    await (schedule && at !== undefined ? schedule.onSchedule(new Date(at).toISOString()) : onPublish());
    setBusy(false);
  };

  return (
    <Dialog opened onClose={onClose} title={step.title} size={asked.some(isPicture) ? '54rem' : '34rem'}>
      <form ref={element} onSubmit={submit} noValidate className={classes.form}>
        <Facts form={form} address={choices.address} time={schedule && time} />
        {schedule && (
          <ScheduleInputs
            time={time}
            isTried={isTried}
            hint={isProposed ? 'Proposed: the next working morning.' : undefined}
            onChange={setTime}
          />
        )}
        {notes.length > 0 && <Notes notes={notes} onShow={onShow} />}
        {missing.length > 0 && <Missing form={form} pointers={missing} isTried={isTried} onShow={onShow} />}
        <AskedFields form={form} pointers={asked} choices={choices} isTried={isTried} />
        <small>{step.outcome}</small>
        <Group gap={10} justify="flex-end" className={classes.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" disabled={isBusy}>
            {isBusy ? step.busy : step.action}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

const isPicture = (pointer: string) => pointer.endsWith('/src');

interface AskedFieldsProps extends Pick<PublishDialogProps, 'form' | 'choices'> {
  pointers: readonly string[];
  isTried: boolean;
}

function AskedFields({ form, pointers, choices, isTried }: AskedFieldsProps) {
  if (pointers.length === 0) return null;
  const columns = [pointers.filter((pointer) => !isPicture(pointer)), pointers.filter(isPicture)].filter(
    ({ length }) => length > 0,
  );
  return (
    <div className={classes.asked} data-picture={pointers.some(isPicture) || undefined}>
      {columns.map((column) => (
        <Stack key={column.join()} gap={14}>
          {column.map((pointer) => (
            <SchemaForm
              key={pointer}
              field={form.field}
              value={form.text.value}
              base={undefined}
              errors={isTried ? form.errors : {}}
              choices={choices}
              entryIds={{}}
              onChange={form.change}
              onLeave={() => undefined}
              only={{ pointer, label: getLabelAt(form.field, pointer) }}
            />
          ))}
        </Stack>
      ))}
    </div>
  );
}

interface Step extends Pick<PublishDialogProps, 'itemTitle' | 'isPublic' | 'isUnlisted'> {
  isReviewed: boolean;
  isPaused: boolean;
  isScheduled: boolean;
}

/** Returns the texts of the dialog. */
function describeStep({ itemTitle, isPublic, isUnlisted, isReviewed, isPaused, isScheduled }: Step) {
  const subject = isPublic ? 'your changes' : `this ${itemTitle}`;
  const audience = isUnlisted ? `Only people with the link find the ${itemTitle}. ` : '';
  const review = `Review mode is on: the ${itemTitle} stays pending until a user publishes it.`;
  if (isScheduled) {
    const outcome = isReviewed ? review : `The ${itemTitle} goes live at this time, as it is now.`;
    return {
      title: `Schedule ${subject}`,
      outcome: `${audience}${outcome} Later edits are not included until you open the ${itemTitle} and press “${includeChanges}”.`,
      action: 'Set the schedule',
      busy: 'Scheduling…',
    };
  }
  const now = isPaused
    ? 'Publishing is paused: visitors see it when you resume publishing.'
    : `Visitors see the ${itemTitle} in a moment. You can undo this.`;
  const outcome = isReviewed ? review : now;
  const action = isPaused ? 'Publish when resumed' : isPublic ? 'Publish changes' : 'Publish now';
  return { title: `Publish ${subject}`, outcome: audience + outcome, action, busy: 'Publishing…' };
}

/** Returns the pointers of the details that a first publication asks for: those that are needed, and names that are suggested. */
function listAskedFields({ field }: DraftForm): string[] {
  return Object.entries(field.properties ?? {}).flatMap(([name, { input, properties, items, ...property }]) => {
    if (name === 'title' || input === 'rich-text') return [];
    // The alternative text of a picture is checked separately.
    if (properties?.src) return isRequired(properties.src) ? `/${name}/src` : [];
    const isText = !properties && !items;
    return isText && (property.optional === false || property.suggestedGroup) ? `/${name}` : [];
  });
}

interface FactsProps {
  form: DraftForm;
  address: string | undefined;
  /** The time of a schedule. */
  time: IndianTime | undefined;
}

/** Title, address and date of what will be published. */
function Facts({ form, address, time }: FactsProps) {
  const value = Object(form.text.value) as Record<string, unknown>;
  const [dayName] =
    Object.entries(form.field.properties ?? {}).find(([, { isPublishingDay }]) => isPublishingDay) ?? [];
  const day = dayName === undefined ? undefined : String(value[dayName] ?? '');
  const facts: [string, string | undefined][] = [
    ['Title', String(value.title ?? '') || undefined],
    ['Address', address],
    ['Date', day === '' ? formatPublishingDay(time) : formatDay(day ?? '')],
  ];
  return (
    <dl>
      {facts.map(([name, text]) =>
        text ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** Returns the date that an entry without one will have. */
function formatPublishingDay(time: IndianTime | undefined): string {
  return time ? formatDay(time.day) : `Today, ${formatDay(toIndianDay(new Date()))}`;
}

function Notes({ notes, onShow }: { notes: readonly PublishNote[]; onShow: (pointer: string) => void }) {
  return (
    <Alert tone="warning" role="status">
      <ul className={classes.notes}>
        {notes.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            {message}{' '}
            <TextButton aria-label={`Show it: ${message}`} onClick={() => onShow(pointer)}>
              Show it
            </TextButton>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

interface MissingProps {
  form: DraftForm;
  pointers: readonly string[];
  /** After an attempt to publish. */
  isTried: boolean;
  onShow: (pointer: string) => void;
}

/** The fields outside of this dialog that have to be filled in or changed first. */
function Missing({ form, pointers, isTried, onShow }: MissingProps) {
  return (
    <Alert tone={isTried ? 'danger' : 'warning'} role={isTried ? 'alert' : 'status'}>
      <ul className={classes.notes}>
        {pointers.map((pointer) => (
          <li key={pointer}>
            {describeMissing(form, pointer)}{' '}
            <TextButton onClick={() => onShow(pointer)}>
              Go to it<span className="visually-hidden">: {getLabelAt(form.field, pointer)}</span>
            </TextButton>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function describeMissing({ field, errors }: DraftForm, pointer: string): string {
  const label = getLabelAt(field, pointer);
  const error = errors[pointer];
  return error === undefined ? `${label}: this image has no alt text.` : `${label}: ${error}`;
}

/** Returns the pointers of the pictures without an alternative text, neither here nor in the library. */
function useMissingAlts({ value }: FormText): string[] {
  const item = { section: '', key: '', value, metadata: {} };
  const ids = [...listImagesWithoutOwnAlt([item])];
  const images = useQueries({ queries: ids.map((id) => imageAtQuery(id)) });
  const library = Object.fromEntries(images.flatMap(({ data }) => (data ? [[data.publicId, data]] : [])));
  return findMissingAlt([item], library).map(({ pointer }) => pointer);
}
